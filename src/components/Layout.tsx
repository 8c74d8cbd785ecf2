// The frame around every page: skip link, header, main.

import { createAsync } from "@solidjs/router";
import { type ParentProps, Show, Suspense } from "solid-js";
import appConfig from "../../app.config";
import { currentSession } from "~/session";
import { Mark } from "./Mark";

export function Layout(props: ParentProps) {
  const session = createAsync(() => currentSession(), { deferStream: true });
  return (
    <div class="flex min-h-dvh flex-col">
      <a href="#main" class="sr-only focus:not-sr-only focus:absolute focus:left-4 focus:top-4 focus:bg-surface focus:p-2">
        Skip to content
      </a>
      <header class="border-b border-line bg-surface">
        <nav aria-label="Main" class="mx-auto flex min-h-14 max-w-5xl items-center justify-between gap-4 px-4 sm:px-6">
          <a href="/" class="flex min-h-11 items-center gap-2.5 font-semibold text-ink no-underline">
            <Mark class="size-6" />
            {appConfig.name}
          </a>
          <Suspense>
            <Show when={session()?.user} fallback={<a href="/sign-in" class="button button-outlined">Sign in</a>}>
              {(user) => (
                <div class="flex items-center gap-1">
                  <a href="/account" class="inline-flex min-h-11 max-w-48 items-center px-3 text-muted no-underline hover:text-ink">
                    <span class="truncate">{user().name || user().email}</span>
                  </a>
                  <a href="/sign-out" class="inline-flex min-h-11 items-center px-3 text-muted no-underline hover:text-ink">
                    Sign out
                  </a>
                </div>
              )}
            </Show>
          </Suspense>
        </nav>
      </header>
      <main id="main" class="mx-auto flex w-full max-w-5xl grow flex-col px-4 py-10 sm:px-6 sm:py-16">
        {props.children}
      </main>
    </div>
  );
}
