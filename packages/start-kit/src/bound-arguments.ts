// An action that is bound to arguments, as in `action={remove.with(id)}`, gets them without JavaScript too, and from a
// form that was sent before the page's script ran. The arguments arrive as JSON, so a date is a text. The action's
// redirect may lead to a path with any letters.
//
// Upstream: @solidjs/start 2.0.5, fns/handler.ts: @solidjs/router 1.0.0 writes the arguments as JSON into the form's
// URL (data/action.ts, toAction), and SolidStart reads them there with its own serialiser alone. The call fails.
// @solidjs/router 1.0.0, data/response.ts (redirect): a path goes into a header as it is, which throws for most
// letters.
// Reported: not yet.
// Gain: a form for each row works in every browser, and when it is sent early.
// It can go: when SolidStart reads what the router writes, and the router escapes what it writes.

import type { Plugin } from "vite";
import { rewriting } from "./rewriting.ts";

const READ = "(await deserializeFromJSONString(args))";

export function boundArguments(): Plugin {
  return rewriting({
    part: "boundArguments",
    environment: "ssr",
    rewrites: [
      {
        file: "@solidjs/start/dist/fns/handler.js",
        // The serialiser's own arguments begin with a semicolon.
        texts: [[READ, `(!instance && args.startsWith("[") ? JSON.parse(args) : ${READ})`]],
      },
      {
        file: "@solidjs/router/dist/data/response.js",
        texts: [
          [
            'headers.set("Location", url);',
            'headers.set("Location", String(url).toWellFormed().replace(/[^\\x20-\\x7e]+/g, encodeURIComponent));',
          ],
        ],
      },
    ],
    changed:
      "It is read in another way what an action is bound to. A form whose action is bound to arguments, or leads to a " +
      "path with letters beyond ASCII, may fail.",
  });
}
