// @refresh reload
import { createHandler, StartServer } from "@solidjs/start/server";

function Document() {
  return (
    <StartServer
      document={({ assets, children, scripts }) => (
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="color-scheme" content="light dark" />
            <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
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
