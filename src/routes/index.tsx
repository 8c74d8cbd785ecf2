// The public home page. It greets signed-in users and leads on to their pages.

import keyIcon from "lucide-static/icons/key-round.svg?raw";
import lockIcon from "lucide-static/icons/lock-keyhole.svg?raw";
import mailIcon from "lucide-static/icons/mail.svg?raw";
import monitorIcon from "lucide-static/icons/monitor.svg?raw";
import userIcon from "lucide-static/icons/user-round.svg?raw";
import usersIcon from "lucide-static/icons/users.svg?raw";
import { type JSX, type ParentProps, Show } from "solid-js";
import { Alert } from "~/components/Alert";
import { Icon } from "~/components/Icon";
import { PageMeta } from "~/components/PageMeta";
import { type User, usePageData } from "~/page-data";
import appConfig from "../../app.config";

const DESCRIPTION =
  "A starting point with email links, passkeys and OAuth providers, database sessions, and pages that only signed-in users see.";

export default function Home() {
  const user = usePageData("user");
  return (
    <div class="m-auto grid w-full max-w-3xl gap-12 sm:gap-14">
      <PageMeta title={appConfig.name} description={DESCRIPTION} />
      <Show when={user()} fallback={<ForVisitors />}>
        {(known) => <ForUsers user={known()} />}
      </Show>
    </div>
  );
}

function ForVisitors() {
  const returnTo = usePageData("returnTo");
  return (
    <>
      <div class="mx-auto max-w-2xl text-center">
        <Show when={returnTo()}>
          {(path) => (
            <div class="mb-8">
              <Alert tone="note">
                <p>
                  <strong class="font-semibold wrap-anywhere">{path()}</strong> is for signed-in users. Sign in, and
                  we'll take you there.
                </p>
                <a href="/sign-in" class="button button-filled mt-3 mb-1 px-6">
                  Go to sign-in
                </a>
              </Alert>
            </div>
          )}
        </Show>
        <h1 class="text-4xl/tight sm:text-5xl/tight">Sign-in for SolidStart, done right.</h1>
        <p class="mt-4 text-lg leading-8 text-pretty text-muted-foreground">{DESCRIPTION}</p>
        <div class="mt-8 grid gap-3 sm:flex sm:justify-center">
          <Show when={!returnTo()}>
            <a href="/sign-in" class="button button-filled px-6">
              Get started
            </a>
          </Show>
          <a href="/protected" class="button button-outlined px-6">
            Protected page
          </a>
          <a href="/protected/client" class="button button-outlined px-6">
            Client-rendered page
          </a>
        </div>
      </div>
      <Tiles>
        <Tile icon={<Icon svg={mailIcon} />} title="Email links">
          A link that works once, for a few minutes, and only when its button is pressed.
        </Tile>
        <Tile icon={<Icon svg={keyIcon} />} title="Passkeys">
          Fingerprint, face or PIN. Nothing to remember, and nothing to phish.
        </Tile>
        <Tile icon={<Icon svg={usersIcon} />} title="OAuth">
          With PKCE and a verified address. Each Auth.js provider is one entry in a list.
        </Tile>
      </Tiles>
    </>
  );
}

function ForUsers(props: { user: User }) {
  return (
    <>
      <div class="mx-auto max-w-2xl text-center">
        <h1 class="text-4xl/tight sm:text-5xl/tight">Good to see you{props.user.name && `, ${props.user.name}`}.</h1>
        <p class="mt-4 text-lg leading-8 wrap-anywhere text-pretty text-muted-foreground">
          You're signed in as <strong class="font-semibold text-foreground">{props.user.email}</strong>. Where to?
        </p>
      </div>
      <Tiles>
        <Tile icon={<Icon svg={lockIcon} />} title="Protected page" href="/protected">
          Rendered on the server, for signed-in users only.
        </Tile>
        <Tile icon={<Icon svg={monitorIcon} />} title="Client-rendered page" href="/protected/client">
          Rendered in your browser, behind the same guard.
        </Tile>
        <Tile icon={<Icon svg={userIcon} />} title="Your account" href="/account">
          Your profile, your sign-in methods and your sessions.
        </Tile>
      </Tiles>
    </>
  );
}

function Tiles(props: ParentProps) {
  return (
    <ul class="grid overflow-hidden rounded-lg border border-border bg-card shadow-card max-sm:divide-y sm:grid-cols-3 sm:divide-x divide-border">
      {props.children}
    </ul>
  );
}

/** @param props `href` turns the whole tile into a link */
function Tile(props: ParentProps<{ icon: JSX.Element; title: string; href?: string }>) {
  return (
    <li class="relative p-6 wrap-anywhere has-[a]:hover:bg-accent">
      <span class="grid size-10 place-items-center rounded-md bg-muted">{props.icon}</span>
      <h2 class="mt-4">
        <Show when={props.href} fallback={props.title}>
          <a href={props.href} class="no-underline after:absolute after:inset-0">
            {props.title}
          </a>
        </Show>
      </h2>
      <p class="mt-1 text-sm leading-6 text-pretty text-muted-foreground">{props.children}</p>
    </li>
  );
}
