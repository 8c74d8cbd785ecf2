// Threat: errors that reveal their message, stack and file paths to the browser, in a page's hydration data or in the
// response to a query or an action. seroval serialises both, and these are plugins for it: the application logs an
// error, and decides which error the browser gets.
//
// Upstream: solid-js 1.9.18 and @solidjs/start 2.0.5, serialisation: the stack is withheld, but the message is not.
// Reported: solidjs/solid-start#1967, solidjs/solid-start#2241, solidjs/solid#3468, solidjs/solid#3477.
// Gain: safety. No message of an error reaches the browser.
// It can go: with Solid 2, which withholds the message too.

export interface WithheldErrorsOptions {
  /** Called for each error before it is sent. */
  log: (error: Error) => void;
  /** @returns the error that the browser may see */
  withhold: (error: Error) => Error;
  /** @returns the error for a promise that was rejected with another value. `log` gets that value, too */
  replacement: (thrown: unknown) => Error;
}

type ErrorNode = Record<"name" | "message" | "stack", unknown>;

/** @returns plugins for seroval */
export function withheldErrors({ log, withhold, replacement }: WithheldErrorsOptions) {
  return [errorsOf(log, withhold), rejectionsOf(replacement)];
}

const errorsOf = (log: WithheldErrorsOptions["log"], withhold: WithheldErrorsOptions["withhold"]) => ({
  tag: "withheld-errors",
  test: (value: unknown) => value instanceof Error,
  parse: {
    stream(error: Error, context: { parse: (value: unknown) => unknown }): ErrorNode {
      log(error);
      const { name, message, stack } = withhold(error);
      return { name: context.parse(name), message: context.parse(message), stack: context.parse(stack) };
    },
  },
  serialize({ name, message, stack }: ErrorNode, context: { serialize: (node: unknown) => string }): string {
    const rest = `{name:${context.serialize(name)},stack:${context.serialize(stack)}}`;
    return `Object.assign(new Error(${context.serialize(message)}),${rest})`;
  },
  deserialize({ name, message, stack }: ErrorNode, context: { deserialize: (node: unknown) => string }): Error {
    const rest = { name: context.deserialize(name), stack: context.deserialize(stack) };
    return Object.assign(new Error(context.deserialize(message)), rest);
  },
});

/** Promises that reject only with errors. */
const safe = new WeakSet<Promise<unknown>>();

/**
 * Promises that reject with a string or an object. Solid creates an error from such a value where it is read, and that
 * error is logged.
 */
const rejectionsOf = (replacement: WithheldErrorsOptions["replacement"]) => ({
  tag: "withheld-rejections",
  test: (value: unknown) => value instanceof Promise && !safe.has(value),
  parse: {
    stream(promise: Promise<unknown>, context: { parse: (value: unknown) => unknown }) {
      const withheld = promise.catch((thrown) => {
        if (thrown instanceof Error || thrown instanceof Response) throw thrown;
        throw replacement(thrown);
      });
      safe.add(withheld);
      return { promise: context.parse(withheld) };
    },
  },
  // The page's script reads the error later than browsers report a rejection that has no handler.
  serialize: (node: { promise: unknown }, context: { serialize: (node: unknown) => string }) =>
    `(p=>(p.catch(()=>{}),p))(${context.serialize(node.promise)})`,
  deserialize: (node: { promise: unknown }, context: { deserialize: (node: unknown) => unknown }) =>
    context.deserialize(node.promise),
});
