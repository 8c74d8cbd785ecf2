import { MetaProvider, Title } from "@solidjs/meta";
import { Router } from "@solidjs/router";
import { FileRoutes } from "@solidjs/start/router";
import { type ComponentProps, ErrorBoundary, Suspense } from "solid-js";
import appConfig from "../app.config";
import { Broken } from "./components/Broken";
import { Layout } from "./components/Layout";
import "./app.css";

/** Without the frame: that needs the session, which may be what cannot be read. */
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
      // An action answers with a redirect. Rendering the page it leads to in the same breath is not worth its price here: SolidStart
      // then reads the Referer header, and fails where there is none.
      singleFlight={false}
      root={(props) => (
        <MetaProvider>
          <Title>{appConfig.name}</Title>
          <ErrorBoundary fallback={(error, reset) => <BrokenPage error={error} reset={reset} />}>
            <Layout>
              <ErrorBoundary fallback={(error, reset) => <Broken error={error} reset={reset} />}>
                <Suspense>{props.children}</Suspense>
              </ErrorBoundary>
            </Layout>
          </ErrorBoundary>
        </MetaProvider>
      )}
    >
      <FileRoutes />
    </Router>
  );
}
