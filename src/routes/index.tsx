// The public home page.

import { Title } from "@solidjs/meta";
import { createAsync } from "@solidjs/router";
import { Show } from "solid-js";
import { Alert } from "~/components/Alert";
import { askedFor, currentSession } from "~/session";
import appConfig from "../../app.config";

export default function Home() {
  const session = createAsync(() => currentSession(), { deferStream: true });
  const page = createAsync(() => askedFor(), { deferStream: true });
  return (
    <div class="m-auto w-full max-w-xl">
      <Title>{appConfig.name}</Title>
      <Show when={!session()?.user && page()}>
        {(path) => (
          <div class="mb-8">
            <Alert tone="note">
              <strong class="font-semibold">{path()}</strong> is for signed-in users.{" "}
              <span class="whitespace-nowrap">
                <a href="/sign-in">Go to sign-in</a>
              </span>
            </Alert>
          </div>
        )}
      </Show>
      <h1 class="text-3xl sm:text-4xl">Sign-in for SolidStart, done right.</h1>
      <p class="mt-4 text-lg leading-8 text-pretty text-muted">
        A starting point with e-mail links, passkeys and GitHub, database sessions, and pages that only signed-in users
        see.
      </p>
      <div class="mt-8 flex flex-wrap items-center gap-3">
        <Show
          when={session()?.user}
          fallback={
            <a href="/sign-in" class="button button-filled px-6">
              Get started
            </a>
          }
        >
          {(user) => (
            <p class="w-full wrap-anywhere">
              Signed in as <strong class="font-semibold">{user().name || user().email}</strong>.
            </p>
          )}
        </Show>
        <a href="/protected" class="button button-outlined px-6">
          Protected page
        </a>
        <a href="/protected/client" class="button button-outlined px-6">
          Client-rendered page
        </a>
      </div>
    </div>
  );
}
