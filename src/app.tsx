import { MetaProvider, Title } from "@solidjs/meta";
import { Router } from "@solidjs/router";
import { FileRoutes } from "@solidjs/start/router";
import { ErrorBoundary, Suspense } from "solid-js";
import appConfig from "../app.config";
import { Broken } from "./components/Broken";
import { Layout } from "./components/Layout";
import "./app.css";

export default function App() {
  return (
    <Router
      root={(props) => (
        <MetaProvider>
          <Title>{appConfig.name}</Title>
          <Layout>
            <ErrorBoundary fallback={<Broken />}>
              <Suspense>{props.children}</Suspense>
            </ErrorBoundary>
          </Layout>
        </MetaProvider>
      )}
    >
      <FileRoutes />
    </Router>
  );
}
