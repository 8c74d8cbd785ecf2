import { Router } from "@solidjs/router";
import { FileRoutes } from "@solidjs/start/router";
import { type ParentProps, Suspense } from "solid-js";
import appConfig from "../../../../app.config";
import { Notice } from "../../../../src/components/Notice";
import { SignInLink } from "../../../../src/components/SignInLink";
import { ThemeSwitch } from "../../../../src/components/ThemeSwitch";
import { Logo } from "../../../../src/components/ui/Logo";
import { Progress } from "../../../../src/components/ui/Progress";
import { layoutText } from "../../../../src/messages/layout";
import "../../../../src/app.css";

export default function App() {
  return (
    <Router root={Layout}>
      <FileRoutes />
    </Router>
  );
}

/** What the application's own shows to a visitor, without what it does. */
function Layout(props: ParentProps) {
  return (
    <div class="flex min-h-dvh flex-col">
      <Progress />
      <a href="#main" rel="external" class="skip-link">
        {layoutText.skip}
      </a>
      <header class="border-b border-border bg-card">
        <nav aria-label={layoutText.navigation} class="page-width flex min-h-16 items-center justify-between gap-4">
          <a href="/" class="brand">
            <Logo class="size-6 shrink-0" />
            <span class="brand-name">{appConfig.name}</span>
          </a>
          <SignInLink variant="outline" class="shrink-0">
            {layoutText.signIn}
          </SignInLink>
        </nav>
      </header>
      <main id="main" tabindex="-1" class="page-width flex grow flex-col py-8 outline-none sm:py-12">
        <Notice />
        <Suspense>{props.children}</Suspense>
      </main>
      <footer class="page-width flex flex-wrap items-center justify-between gap-4 py-3 text-sm text-muted-foreground">
        <span>{appConfig.name}</span>
        <ThemeSwitch />
      </footer>
    </div>
  );
}
