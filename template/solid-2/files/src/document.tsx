// The HTML document around every page, on the server (src/entry-server.tsx).

import { getRequestEvent, HydrationScript, type JSX, ssr, useHead } from "@solidjs/web";
import type { ParentProps } from "solid-js";
import appConfig from "../app.config";
import { resultElement } from "./lib/form-result";
import { DEFAULT_META } from "./lib/meta";
import { frameMedia } from "./lib/theme";
import look from "./look.json";
import { direction, language } from "./messages/language";

const { light, dark } = look;

const ADDRESSES = {
  kept: ssr("<!--email_off-->") as unknown as JSX.Element,
  end: ssr("<!--/email_off-->") as unknown as JSX.Element,
};

export function Document(props: ParentProps<{ clientEntry: string | undefined }>) {
  const context = getRequestEvent()?.locals.context;
  const theme = context?.theme ?? "system";
  const origin = context?.origin ?? "";
  const address = origin + (context?.url.pathname.replace(/(?<=.)\/$/, "") ?? "");
  const nonce = context?.nonce?.();
  // Read last, when the page has said what it is.
  useHead(() => {
    const { title, tags } = context?.meta ?? DEFAULT_META;
    return [
      { tag: "title", props: { children: title } },
      ...tags
        .filter(([, , content]) => content)
        .map(([attribute, value, content]) => ({ tag: "meta" as const, props: { [attribute]: value, content } })),
      ...(context?.isListed ? [{ tag: "link" as const, props: { rel: "canonical", href: address } }] : []),
    ];
  });
  const result = context?.formResult && resultElement(context.formResult);
  return (
    <html lang={language()} dir={direction()} data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="expect" href="#end" blocking="render" />
        <meta name="color-scheme" content={theme === "system" ? "light dark" : theme} />
        <meta name="theme-color" data-scheme="light" media={frameMedia("light", theme)} content={light.background} />
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
        <HydrationScript nonce={nonce} />
      </head>
      <body>
        {ADDRESSES.kept}
        <div id="app">{props.children}</div>
        <span id="end" hidden />
        {ADDRESSES.end}
        {result && <script type={result.type} id={result.id} innerHTML={result.innerHTML} />}
        <script type="module" nonce={nonce} src={props.clientEntry} />
      </body>
    </html>
  );
}
