// An action that is bound to arguments, as in `action={remove.with(id)}`, gets them without JavaScript too, and from a
// form that was sent before the page's script ran. They arrive as JSON has them, so a date is a text. The action's
// redirect may lead to a path with any letters.
//
// Upstream: @solidjs/start 2.0.5, fns/handler.ts: @solidjs/router 1.0.0 writes the arguments as JSON into the form's
// URL (data/action.ts, toAction), and SolidStart reads them there with its own serialiser alone. The call fails.
// @solidjs/router 1.0.0, data/response.ts (redirect): a path goes into a header as it is, which throws for most
// letters.
// Reported: not yet.
// Gain: a form for each row works in every browser, and when it is sent early.
// It can go: when SolidStart reads what the router writes, and the router escapes what it writes.

import MagicString from "magic-string";
import type { Plugin } from "vite";
import { edited } from "./edited.ts";
import { changedUpstream } from "./tested-versions.ts";

const HANDLER = /[\\/]@solidjs[\\/]start[\\/]dist[\\/]fns[\\/]handler\.js$/;
const READ = "(await deserializeFromJSONString(args))";
/** The serialiser's own arguments begin with a semicolon. */
const EITHER = `(!instance && args.startsWith("[") ? JSON.parse(args) : ${READ})`;

const RESPONSE = /[\\/]@solidjs[\\/]router[\\/]dist[\\/]data[\\/]response\.js$/;
const LOCATION = 'headers.set("Location", url);';
const ESCAPED = 'headers.set("Location", String(url).toWellFormed().replace(/[^\\x20-\\x7e]+/g, encodeURIComponent));';

export function boundArguments(): Plugin {
  return {
    name: "bound-arguments",
    applyToEnvironment: ({ name }) => name === "ssr",
    transform: {
      filter: { id: [HANDLER, RESPONSE] },
      handler(code, id) {
        const [text, changed] = HANDLER.test(id) ? [READ, EITHER] : [LOCATION, ESCAPED];
        if (code.includes(text)) return edited(new MagicString(code).replace(text, () => changed));
        this.warn(
          changedUpstream(
            "boundArguments",
            `"${text}" is not there any more. A form whose action is bound to arguments, or leads to a path with ` +
              "letters beyond ASCII, may fail.",
            HANDLER.test(id) ? "@solidjs/start" : "@solidjs/router",
          ),
        );
      },
    },
  };
}
