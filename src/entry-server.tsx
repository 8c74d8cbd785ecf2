// @refresh reload

import fileRoutes from "solid-start:routes";
import { createRoutes } from "@solidjs/start/router";
import { createHandler, type PageEvent, StartServer } from "@solidjs/start/server";
import { getRequestEvent, useAssets } from "solid-js/web";
import appConfig from "../app.config";
import { DEFAULT_META, type Meta } from "./lib/meta";
import { frameMedia } from "./lib/theme";
import plugins from "./lib/withheld-errors";
import handleError from "./nitro/error-handler";
import { look } from "./server/http/look";
import { PAGE_DATA_ID } from "./session";

function Document() {
  const event = getRequestEvent() as PageEvent | undefined;
  const context = event?.locals.context;
  if (event) event.routes = routesFor(event.routes, context?.url.pathname);
  // Written last, when the page has said what it is and has read its data.
  useAssets(() => (
    <>
      <MetaTags meta={context?.meta ?? DEFAULT_META} />
      <script type="application/json" id={PAGE_DATA_ID} innerHTML={json(context?.pageData?.shown)} />
    </>
  ));
  const theme = context?.theme ?? "system";
  const origin = context?.origin ?? "";
  return (
    <StartServer
      document={({ assets, children, scripts }) => (
        <html lang="en" data-theme={theme}>
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            {/* Vite's client gives it to the styles that it adds. */}
            {import.meta.env.DEV && <meta property="csp-nonce" nonce={context?.nonce} />}
            {/* First paint: the whole page. A card in its middle would move while the rest of it arrives. */}
            <link rel="expect" href="#end" blocking="render" />
            <meta name="color-scheme" content={theme === "system" ? "light dark" : theme} />
            <meta name="theme-color" data-scheme="light" media={frameMedia("light", theme)} content={look.light.page} />
            <meta name="theme-color" data-scheme="dark" media={frameMedia("dark", theme)} content={look.dark.page} />
            <link rel="icon" href="/favicon.ico" sizes="32x32" />
            <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
            <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
            <link rel="manifest" href="/site.webmanifest" />
            <meta property="og:type" content="website" />
            <meta property="og:site_name" content={appConfig.name} />
            <meta property="og:url" content={origin + (context?.url.pathname ?? "")} />
            <meta property="og:image" content={`${origin}/og.png`} />
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
            <meta property="og:image:alt" content={appConfig.name} />
            <meta name="twitter:card" content="summary_large_image" />
            {assets}
          </head>
          <body>
            <div id="app">{children}</div>
            <span id="end" hidden />
            {scripts}
          </body>
        </html>
      )}
    />
  );
}

/** The router compiles the patterns of all its routes for each request. A page without parameters needs only its own. */
function routesFor(routes: PageEvent["routes"], pathname = ""): PageEvent["routes"] {
  const own = routes.find(({ path, children }) => (path === pathname || path === `${pathname}/`) && !children);
  return own ? [own] : routes;
}

function MetaTags({ meta: { title, tags } }: { meta: Meta }) {
  return (
    <>
      <title>{title}</title>
      {tags
        .filter(([, , content]) => content)
        .map(([attribute, value, content]) =>
          attribute === "name" ? <meta name={value} content={content} /> : <meta property={value} content={content} />,
        )}
    </>
  );
}

/** JSON for a script element, in which "<" could end the element. */
function json(value: unknown): string {
  return JSON.stringify(value ?? {}).replaceAll("<", "\\u003c");
}

// A page whose module cannot be loaded fails like any other page. Without this, Solid would load it twice and never respond.
for (const { $component } of fileRoutes) {
  if (!$component) continue;
  const load = $component.import;
  $component.import = () => load().catch((error) => ({ default: () => fail(error) }));
}

function fail(error: unknown): never {
  throw error;
}

// Node resolves the module of an API route anew at each import(). In a build, modules do not change.
for (const { $GET, $HEAD, $POST, $PUT, $PATCH, $DELETE, $OPTIONS } of import.meta.env.PROD ? fileRoutes : [])
  for (const method of [$GET, $HEAD, $POST, $PUT, $PATCH, $DELETE, $OPTIONS]) {
    if (!method) continue;
    const load = method.import;
    let loaded: ReturnType<typeof load> | undefined;
    method.import = () => {
      loaded ??= load();
      return loaded;
    };
  }

// A build loads its pages when it starts. Otherwise the first response of a page differs from later ones, which wait for no module.
if (import.meta.env.PROD) await loadPages(createRoutes());

async function loadPages(routes: ReturnType<typeof createRoutes>): Promise<void> {
  await Promise.all(routes.map(({ component }) => component?.preload()));
  for (const { children } of routes) if (children) await loadPages(children);
}

const handler = createHandler(Document, ({ locals }) => ({
  // The nonce of this response's Content-Security-Policy, for its scripts and styles.
  nonce: locals.context?.nonce,
  plugins,
  // The response waits for all data of the page, so that a redirect is a real HTTP redirect.
  mode: "async",
  // Called for a value that cannot be serialised into the page.
  onError: locals.context?.logError,
}));

// Otherwise h3 prints the error itself and responds with JSON.
Object.assign(handler.config, { silent: true, onError: handleError });

export default handler;
