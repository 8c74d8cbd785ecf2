// An action that is bound to arguments, as in `action={remove.with(id)}`, gets them without JavaScript too, and from a
// form that was sent before the page's script ran: as JSON has them, so a date is a text.
//
// Upstream: @solidjs/start 2.0.5, fns/handler.ts: @solidjs/router 1.0.0 writes the arguments as JSON into the form's
// URL (data/action.ts, toAction), and SolidStart reads them there with its own serialiser alone. The call fails.
// Reported: not yet.
// Gain: a form for each row works in every browser, and when it is sent early.
// It can go: when SolidStart reads what the router writes.

import MagicString from "magic-string";
import type { Plugin } from "vite";
import { edited } from "./edited.ts";

const HANDLER = /[\\/]@solidjs[\\/]start[\\/]dist[\\/]fns[\\/]handler\.js$/;
const READ = "(await deserializeFromJSONString(args))";

export function boundArguments(): Plugin {
  return {
    name: "bound-arguments",
    applyToEnvironment: ({ name }) => name === "ssr",
    transform: {
      filter: { id: HANDLER },
      handler(code) {
        // The serialiser's own begin with a semicolon.
        const either = `(!instance && args.startsWith("[") ? JSON.parse(args) : ${READ})`;
        if (code.includes(READ)) return edited(new MagicString(code).replace(READ, either));
        this.warn(
          "start-kit: boundArguments: @solidjs/start reads arguments in another way. " +
            "A form whose action is bound to arguments may fail without JavaScript.",
        );
      },
    },
  };
}
