// The public home page. It greets signed-in users and leads on to their pages.

import { type ParentProps, Show } from "solid-js";
import { SignInLink } from "~/components/SignInLink";
import { Button } from "~/components/ui/Button";
import { Icon } from "~/components/ui/Icon";
import { PageMeta } from "~/components/ui/PageMeta";
import { Status } from "~/components/ui/Status";
import keyIcon from "~/icons/key-round.svg?raw";
import lockIcon from "~/icons/lock-keyhole.svg?raw";
import mailIcon from "~/icons/mail.svg?raw";
import monitorIcon from "~/icons/monitor.svg?raw";
import userIcon from "~/icons/user-round.svg?raw";
import usersIcon from "~/icons/users.svg?raw";
import { homeText, tileTexts } from "~/messages/home";
import { type User, useSession } from "~/session";
import appConfig from "../../app.config";

export default function Home() {
  const session = useSession();
  return (
    <div class="m-auto grid w-full max-w-3xl gap-12 sm:gap-14">
      <PageMeta title={appConfig.name} description={homeText.description} />
      <Show when={session()}>
        {(known) => (
          <Show when={known().user} fallback={<ForVisitors />}>
            {(user) => <ForUsers user={user()} />}
          </Show>
        )}
      </Show>
    </div>
  );
}

function ForVisitors() {
  const session = useSession();
  const returnTo = () => session()?.returnTo;
  return (
    <>
      <div class="mx-auto max-w-2xl text-center">
        <div class={returnTo() ? "mb-8" : ""}>
          <Status
            tone="note"
            when={returnTo()}
            more={<SignInLink class="mt-3 mb-1 px-6">{homeText.toSignIn}</SignInLink>}
          >
            {(path) => homeText.returnTo(<strong class="font-semibold wrap-anywhere">{path}</strong>)}
          </Status>
        </div>
        <h1 class="text-4xl/tight sm:text-5xl/tight">{homeText.title}</h1>
        <p class="mt-4 text-lg leading-8 text-pretty text-muted-foreground">{homeText.description}</p>
        <div class="mt-8 grid gap-3 sm:flex sm:justify-center">
          <Show when={!returnTo()}>
            <SignInLink class="px-6">{homeText.start}</SignInLink>
          </Show>
          <Button href="/protected" variant="outline" class="px-6">
            {tileTexts.protected[0]}
          </Button>
          <Button href="/protected/client" variant="outline" class="px-6">
            {tileTexts.client[0]}
          </Button>
        </div>
      </div>
      <Tiles>
        <Tile icon={mailIcon} text={tileTexts.email} />
        <Tile icon={keyIcon} text={tileTexts.passkeys} />
        <Tile icon={usersIcon} text={tileTexts.oauth} />
      </Tiles>
    </>
  );
}

function ForUsers(props: { user: User }) {
  return (
    <>
      <div class="mx-auto max-w-2xl text-center">
        <h1 class="text-4xl/tight sm:text-5xl/tight">{homeText.welcome(props.user.name ?? "")}</h1>
        <p class="mt-4 text-lg leading-8 wrap-anywhere text-pretty text-muted-foreground">
          {homeText.signedInAs(<strong class="font-semibold text-foreground">{props.user.email}</strong>)}
        </p>
      </div>
      <Tiles>
        <Tile icon={lockIcon} text={tileTexts.protected} href="/protected" />
        <Tile icon={monitorIcon} text={tileTexts.client} href="/protected/client" />
        <Tile icon={userIcon} text={tileTexts.account} href="/account" />
      </Tiles>
    </>
  );
}

function Tiles(props: ParentProps) {
  return (
    <ul class="grid overflow-hidden rounded-lg border border-border bg-card shadow-card max-sm:divide-y sm:auto-cols-fr sm:grid-flow-col sm:divide-x divide-border">
      {props.children}
    </ul>
  );
}

/** @param props `text`: the title and the content below it; `href` turns the whole tile into a link */
function Tile(props: { icon: string; text: readonly [string, string]; href?: string }) {
  return (
    <li class="relative p-6 wrap-anywhere has-[a]:hover:bg-accent">
      <span class="grid size-10 place-items-center rounded-md bg-muted">
        <Icon svg={props.icon} />
      </span>
      <h2 class="mt-4">
        <Show when={props.href} fallback={props.text[0]}>
          <a href={props.href} class="no-underline after:absolute after:inset-0">
            {props.text[0]}
          </a>
        </Show>
      </h2>
      <p class="mt-1 text-sm leading-6 text-pretty text-muted-foreground">{props.text[1]}</p>
    </li>
  );
}
