// @refresh reload
import { createHandler, StartServer } from "@solidjs/start/server";
import { getRequestEvent } from "solid-js/web";
import appConfig from "../app.config";
import { frameColor } from "./theme";

function Document() {
  const { locals, request } = getRequestEvent() ?? {};
  const theme = locals?.theme ?? "system";
  const origin = locals?.origin ?? "";
  return (
    <StartServer
      document={({ assets, children, scripts }) => (
        <html lang="en" data-theme={theme}>
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="color-scheme" content={theme === "system" ? "light dark" : theme} />
            <meta name="theme-color" media="(prefers-color-scheme: light)" content={frameColor(theme, "light")} />
            <meta name="theme-color" media="(prefers-color-scheme: dark)" content={frameColor(theme, "dark")} />
            <link rel="icon" href="/favicon.ico" sizes="32x32" />
            <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
            <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
            <link rel="manifest" href="/site.webmanifest" />
            <meta property="og:type" content="website" />
            <meta property="og:site_name" content={appConfig.name} />
            <meta property="og:url" content={origin + (request ? new URL(request.url).pathname : "")} />
            <meta property="og:image" content={`${origin}/og.png`} />
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
            <meta property="og:image:alt" content="A keyhole" />
            <meta name="twitter:card" content="summary_large_image" />
            {assets}
          </head>
          <body>
            <div id="app">{children}</div>
            {scripts}
          </body>
        </html>
      )}
    />
  );
}

// The nonce that this answer's Content-Security-Policy names, for its scripts.
export default createHandler(Document, ({ locals }) => ({ nonce: locals.nonce as string }));
