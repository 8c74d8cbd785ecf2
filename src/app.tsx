import { Router } from "@solidjs/router";
import { FileRoutes } from "@solidjs/start/router";
import { type ComponentProps, ErrorBoundary, Suspense } from "solid-js";
import { isServer } from "solid-js/web";
import { ErrorPage } from "./components/ErrorPage";
import { Layout } from "./components/Layout";
import { session } from "./session";
import "./app.css";

/** The error page has no layout: the layout needs the session, and perhaps the session could not be read. */
function BrokenPage(props: ComponentProps<typeof ErrorPage>) {
  return (
    <main class="flex min-h-dvh flex-col px-4 py-10">
      <ErrorPage error={props.error} reset={props.reset} />
    </main>
  );
}

export default function App() {
  return (
    <Router
      // On the server, the session is known before the page renders: see src/entry-server.tsx.
      rootPreload={isServer ? undefined : ({ location }) => void session(location.pathname)}
      root={(props) => (
        <ErrorBoundary fallback={(error, reset) => <BrokenPage error={error} reset={reset} />}>
          <Layout>
            <ErrorBoundary fallback={(error, reset) => <ErrorPage error={error} reset={reset} />}>
              <Suspense>{props.children}</Suspense>
            </ErrorBoundary>
          </Layout>
        </ErrorBoundary>
      )}
    >
      <FileRoutes />
    </Router>
  );
}
