// The frame around every page: skip link, header, main, footer.

import { revalidate, useLocation } from "@solidjs/router";
import { announceSession, onSessionChange } from "solid-auth/client";
import { createEffect, on, onCleanup, onMount, type ParentProps, Show, Suspense } from "solid-js";
import { createPageData, usePageData } from "~/page-data";
import appConfig from "../../app.config";
import { Mark } from "./Mark";
import { Notice } from "./Notice";
import { Progress } from "./Progress";
import { ThemeSwitch } from "./ThemeSwitch";

/** Screen readers announce the new page by it. What has taken the focus on that page, such as an error, keeps it. */
function focusHeading(): void {
  if (document.getElementById("main")?.contains(document.activeElement)) return;
  const heading = document.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

export function Layout(props: ParentProps) {
  createPageData();
  const user = usePageData("user");
  const location = useLocation();
  const userId = () => user()?.id ?? null;
  // After a sign-in or sign-out in another tab, this page reloads its data, and leaves if it is protected.
  createEffect(() => user() !== undefined && announceSession(userId()));
  onMount(() => onCleanup(onSessionChange((other) => other !== userId() && void revalidate())));
  createEffect(
    on(
      () => location.pathname,
      () => queueMicrotask(focusHeading),
      { defer: true },
    ),
  );
  return (
    <div class="flex min-h-dvh flex-col">
      <Progress />
      {/* Without `external`, the router would scroll there and not move the focus. */}
      <a href="#main" rel="external" class="skip-link">
        Skip to content
      </a>
      <header class="border-b border-border bg-card">
        <nav aria-label="Main" class="mx-auto flex min-h-16 max-w-5xl items-center justify-between gap-4 px-4 sm:px-6">
          <a href="/" class="flex min-h-11 min-w-11 items-center gap-2.5 font-semibold text-foreground no-underline">
            <Mark class="size-6 shrink-0" />
            <span classList={{ "max-sm:sr-only": Boolean(user()) }}>{appConfig.name}</span>
          </a>
          <Suspense>
            <Show
              when={user()}
              fallback={
                <Show when={location.pathname !== "/sign-in"}>
                  <a href="/sign-in" class="button button-outlined shrink-0">
                    Sign in
                  </a>
                </Show>
              }
            >
              {(known) => (
                <div class="-me-3 flex min-w-0 items-center gap-1">
                  <a
                    href="/account"
                    class="inline-flex min-h-11 min-w-0 max-w-64 items-center px-3 text-muted-foreground no-underline hover:text-foreground"
                  >
                    <span class="truncate">{known().name || known().email}</span>
                  </a>
                  <a
                    href="/sign-out"
                    class="inline-flex min-h-11 shrink-0 items-center px-3 whitespace-nowrap text-muted-foreground no-underline hover:text-foreground"
                  >
                    Sign out
                  </a>
                </div>
              )}
            </Show>
          </Suspense>
        </nav>
      </header>
      <main
        id="main"
        tabindex="-1"
        class="mx-auto flex w-full max-w-5xl grow flex-col px-4 py-8 outline-none sm:px-6 sm:py-12"
      >
        <Suspense>
          <Notice />
        </Suspense>
        {props.children}
      </main>
      <footer class="mx-auto flex w-full max-w-5xl flex-wrap items-center justify-between gap-4 px-4 py-3 text-sm text-muted-foreground sm:px-6">
        <span>{appConfig.name}</span>
        <ThemeSwitch />
      </footer>
    </div>
  );
}
