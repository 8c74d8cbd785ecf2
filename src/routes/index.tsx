// The public home page.

import keyIcon from "lucide-static/icons/key-round.svg?raw";
import mailIcon from "lucide-static/icons/mail.svg?raw";
import usersIcon from "lucide-static/icons/users.svg?raw";
import { type JSX, type ParentProps, Show } from "solid-js";
import { Alert } from "~/components/Alert";
import { Icon } from "~/components/Icon";
import { PageMeta } from "~/components/PageMeta";
import { usePageData } from "~/session";
import appConfig from "../../app.config";

const DESCRIPTION =
  "A starting point with e-mail links, passkeys and OAuth providers, database sessions, and pages that only signed-in users see.";

export default function Home() {
  const user = usePageData("user");
  const returnTo = usePageData("returnTo");
  return (
    <div class="m-auto grid w-full max-w-3xl gap-12 sm:gap-14">
      <PageMeta title={appConfig.name} description={DESCRIPTION} />
      <div class="mx-auto max-w-2xl text-center">
        <Show when={!user() && returnTo()}>
          {(path) => (
            <div class="mb-8">
              <Alert tone="note">
                <strong class="font-semibold wrap-anywhere">{path()}</strong> is for signed-in users.{" "}
                <span class="whitespace-nowrap">
                  <a href="/sign-in">Go to sign-in</a>
                </span>
              </Alert>
            </div>
          )}
        </Show>
        <h1 class="text-4xl/tight sm:text-5xl/tight">Sign-in for SolidStart, done right.</h1>
        <p class="mt-4 text-lg leading-8 text-pretty text-muted">{DESCRIPTION}</p>
        <Show when={user()}>
          {(known) => (
            <p class="mt-8 wrap-anywhere">
              Signed in as <strong class="font-semibold">{known().name || known().email}</strong>.
            </p>
          )}
        </Show>
        <div class="mt-8 grid gap-3 sm:flex sm:justify-center">
          <Show when={!user()}>
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
      <ul class="grid overflow-hidden rounded-card border border-line bg-surface shadow-card max-sm:divide-y sm:grid-cols-3 sm:divide-x divide-line">
        <Way icon={<Icon svg={mailIcon} />} title="E-mail links">
          A link that works once, for ten minutes, and only after a press of a button.
        </Way>
        <Way icon={<Icon svg={keyIcon} />} title="Passkeys">
          Fingerprint, face or PIN. Nothing to remember and nothing to phish.
        </Way>
        <Way icon={<Icon svg={usersIcon} />} title="OAuth">
          With PKCE and a verified address. Each Auth.js provider is one entry in a list.
        </Way>
      </ul>
    </div>
  );
}

function Way(props: ParentProps<{ icon: JSX.Element; title: string }>) {
  return (
    <li class="p-6">
      <span class="grid size-10 place-items-center rounded-control bg-sunken">{props.icon}</span>
      <h2 class="mt-4">{props.title}</h2>
      <p class="mt-1 text-sm leading-6 text-pretty text-muted">{props.children}</p>
    </li>
  );
}
