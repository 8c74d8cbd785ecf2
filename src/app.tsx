import { Router } from "@solidjs/router";
import { FileRoutes } from "@solidjs/start/router";
import { type ComponentProps, ErrorBoundary, Suspense } from "solid-js";
import { Broken } from "./components/Broken";
import { Layout } from "./components/Layout";
import "./app.css";

/** Without the layout, which needs the session: reading the session may be what failed. */
function BrokenPage(props: ComponentProps<typeof Broken>) {
  return (
    <main class="flex min-h-dvh flex-col px-4 py-10">
      <Broken {...props} />
    </main>
  );
}

export default function App() {
  return (
    <Router
      // Off: SolidStart would render the next page along with an action's redirect. For that it reads the Referer
      // header, and fails without one.
      singleFlight={false}
      root={(props) => (
        <ErrorBoundary fallback={(error, reset) => <BrokenPage error={error} reset={reset} />}>
          <Layout>
            <ErrorBoundary fallback={(error, reset) => <Broken error={error} reset={reset} />}>
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
