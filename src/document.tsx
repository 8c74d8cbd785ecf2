// The HTML document around every page, on the server (src/entry-server.tsx).

import { StartServer } from "@solidjs/start/server";
import type { JSX } from "solid-js";
import { getRequestEvent, ssr, useAssets } from "solid-js/web";
import appConfig from "../app.config";
import { resultElement } from "./lib/form-result";
import { DEFAULT_META, type Meta } from "./lib/meta";
import { frameMedia } from "./lib/theme";
import look from "./look.json";
import { direction, language } from "./messages/language";

const { light, dark } = look;

/**
 * Cloudflare replaces addresses in pages by "[email protected]" unless they stand between these comments. The page's
 * policy blocks the script that shows them again. Then the page that asks "Is this your address?" shows no address.
 * https://developers.cloudflare.com/waf/tools/scrape-shield/email-address-obfuscation/
 */
const ADDRESSES = {
  kept: ssr("<!--email_off-->") as unknown as JSX.Element,
  end: ssr("<!--/email_off-->") as unknown as JSX.Element,
};

export function Document() {
  const context = getRequestEvent()?.locals.context;
  const theme = context?.theme ?? "system";
  const origin = context?.origin ?? "";
  // The URL has no query, and no slash at the end: search engines count such URLs as the same page.
  const address = origin + (context?.url.pathname.replace(/(?<=.)\/$/, "") ?? "");
  // These tags are written last, when the page has set its title and tags.
  useAssets(() => (
    <>
      <MetaTags meta={context?.meta ?? DEFAULT_META} />
      {context?.isListed && <link rel="canonical" href={address} />}
      {context?.formResult && <script {...resultElement(context.formResult)} />}
    </>
  ));
  return (
    <StartServer
      document={({ assets, children, scripts }) => (
        <html lang={language()} dir={direction()} data-theme={theme}>
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            {/* Vite's client adds this nonce to its styles. */}
            {import.meta.env.DEV && <meta property="csp-nonce" nonce={context?.nonce?.()} />}
            {/* The first paint waits for the whole page. Otherwise, a card in its middle moves while the rest of
                the page arrives. */}
            <link rel="expect" href="#end" blocking="render" />
            <meta name="color-scheme" content={theme === "system" ? "light dark" : theme} />
            <meta
              name="theme-color"
              data-scheme="light"
              media={frameMedia("light", theme)}
              content={light.background}
            />
            <meta name="theme-color" data-scheme="dark" media={frameMedia("dark", theme)} content={dark.background} />
            <link rel="icon" href="/favicon.ico" sizes="32x32" />
            <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
            <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
            <link rel="manifest" href="/site.webmanifest" />
            <meta property="og:type" content="website" />
            <meta property="og:site_name" content={appConfig.name} />
            <meta property="og:url" content={address} />
            <meta property="og:image" content={`${origin}/og.png`} />
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
            <meta property="og:image:alt" content={appConfig.name} />
            <meta name="twitter:card" content="summary_large_image" />
            {assets}
          </head>
          <body>
            {ADDRESSES.kept}
            <div id="app">{children}</div>
            <span id="end" hidden />
            {ADDRESSES.end}
            {scripts}
          </body>
        </html>
      )}
    />
  );
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
