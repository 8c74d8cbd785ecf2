// The frame around every page: skip link, header, main, footer.

import { createAsync, revalidate, useLocation } from "@solidjs/router";
import { announceSession, onSessionChange } from "solid-authjs/client/announce";
import { createEffect, lazy, on, onCleanup, onMount, type ParentProps, Show, Suspense } from "solid-js";
import { restoreSubmission } from "~/lib/form-result";
import { SIGN_IN } from "~/lib/paths";
import { layoutText } from "~/messages/layout";
import { navigation } from "~/navigation";
import { SessionContext, session } from "~/session";
import appConfig from "../../app.config";
import { Notice } from "./Notice";
import { SignInLink } from "./SignInLink";
import { ThemeSwitch } from "./ThemeSwitch";
import { Logo } from "./ui/Logo";
import { Progress } from "./ui/Progress";

const UserMenu = lazy(() => import("./UserMenu"));
const Navigation = lazy(() => import("./Navigation"));

/**
 * Screen readers announce the new page by this element. If another element of that page has taken the focus, such as an
 * error, it keeps the focus.
 */
function focusHeading(): void {
  if (document.activeElement?.matches("#main *")) return;
  const heading = document.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

export function Layout(props: ParentProps) {
  restoreSubmission();
  const location = useLocation();
  const current = createAsync(() => session(location.pathname));
  const user = () => current()?.user;
  const userId = () => user()?.id ?? null;
  // After a sign-in or sign-out in another tab, this page reloads its data, and leaves if it is protected.
  createEffect(() => current() && announceSession(userId()));
  onMount(() => {
    onCleanup(onSessionChange((other) => other !== userId() && void revalidate()));
    // Safari and Firefox keep a page in memory. After a sign-out, "Back" shows it with the user's data.
    const leave = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || !userId()) return;
      document.documentElement.hidden = true;
      window.location.reload();
    };
    addEventListener("pageshow", leave);
    onCleanup(() => removeEventListener("pageshow", leave));
  });
  createEffect(
    on(
      () => location.pathname,
      () => queueMicrotask(focusHeading),
      { defer: true },
    ),
  );
  return (
    <SessionContext.Provider value={current}>
      <div class="flex min-h-dvh flex-col">
        <Progress />
        {/* Without `external`, the router scrolls there and does not move the focus. */}
        <a href="#main" rel="external" class="skip-link">
          {layoutText.skip}
        </a>
        <header class="border-b border-border bg-card">
          <nav aria-label={layoutText.navigation} class="page-width flex min-h-16 items-center justify-between gap-4">
            <a href="/" class="brand">
              <Logo class="size-6 shrink-0" />
              <span class="brand-name">{appConfig.name}</span>
            </a>
            <Suspense>
              <Show when={navigation.length > 0}>
                <Navigation hasUser={Boolean(user())} />
              </Show>
              <Show
                when={user()}
                fallback={
                  <Show when={location.pathname !== SIGN_IN}>
                    <SignInLink variant="outline" class="shrink-0">
                      {layoutText.signIn}
                    </SignInLink>
                  </Show>
                }
              >
                {(user) => <UserMenu user={user()} />}
              </Show>
            </Suspense>
          </nav>
        </header>
        <main id="main" tabindex="-1" class="page-width flex grow flex-col py-8 outline-none sm:py-12">
          <Suspense>
            <Notice />
          </Suspense>
          {props.children}
        </main>
        <footer class="page-width flex flex-wrap items-center justify-between gap-4 py-3 text-sm text-muted-foreground">
          <span>{appConfig.name}</span>
          <ThemeSwitch />
        </footer>
      </div>
    </SessionContext.Provider>
  );
}
