// An action that is bound to arguments, as in `action={remove.with(id)}`, gets them without JavaScript too, and from a
// form that was sent before the page's script ran. There the arguments arrive as JSON, so a date is a text. The form
// may have files. The action's redirect may lead to a path with any letters.
//
// Upstream: @solidjs/start 2.0.5, fns/handler.ts: @solidjs/router 1.0.0 writes the arguments as JSON into the form's
// URL (data/action.ts, toAction), and SolidStart reads them there with its own serialiser alone. The call fails. With
// JavaScript, fns/client.ts (initializeResponse) serialises the form together with the arguments, which throws for a
// form with a file, an empty one as well. @solidjs/router 1.0.0, data/response.ts (redirect): a path goes into a header
// as it is, which throws for most letters.
// Reported: not yet.
// Gain: a form for each row works in every browser, with files, and when it is sent early.
// It can go: when SolidStart reads what the router writes and sends files, and the router escapes what it writes.

import type { Plugin } from "vite";
import { rewriting } from "./rewriting.ts";

const READ = "(await deserializeFromJSONString(args))";
const IN_URL = 'if (!instance || request.method === "GET") {';

const SERIALIZED = "// Fallback to seroval";
/** The form is the body, as it is without further arguments. They go into the URL, as they do without JavaScript. */
const FORM_APART = `const form = args.at(-1);
    if (form instanceof FormData)
        return createRequest(base + "?args=" + encodeURIComponent(await serializeToJSONString(args.slice(0, -1))), id, instance, {
            ...options,
            body: form,
            headers: { ...options.headers, [BODY_FORMAT_KEY]: BodyFormat.FormData },
        });
    `;

const CHANGED =
  "It is read in another way what an action is bound to. A form whose action is bound to arguments, or leads to a path " +
  "with letters beyond ASCII, may fail.";

export function boundArguments(): Plugin[] {
  return [
    rewriting({
      part: "boundArguments",
      environment: "ssr",
      rewrites: [
        {
          file: "@solidjs/start/dist/fns/handler.js",
          texts: [
            // The serialiser's own arguments begin with a semicolon.
            [READ, `(!instance && args.startsWith("[") ? JSON.parse(args) : ${READ})`],
            [IN_URL, "{"],
          ],
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
      changed: CHANGED,
    }),
    rewriting({
      part: "boundArguments",
      environment: "client",
      rewrites: [{ file: "@solidjs/start/dist/fns/client.js", texts: [[SERIALIZED, FORM_APART + SERIALIZED]] }],
      changed: CHANGED,
    }),
  ];
}
