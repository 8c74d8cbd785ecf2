// Threat: errors that reveal their message, stack and file paths to the browser, in a page's hydration data (src/entry-server.tsx) or in the
// response to a query or an action (`serialization` in vite.config.ts). In production these details go to the log, and the browser learns
// only that something went wrong. These are plugins for seroval, which serialises both.

import { isForbidden } from "./forbidden";
import { logError, standIns } from "./log-error";

/** @returns the error that the browser may see */
export function withhold(error: Error): Error {
  if (import.meta.env.DEV || isForbidden(error)) return error;
  return anonymousError();
}

function anonymousError(): Error {
  return Object.assign(new Error("Something went wrong on the server."), { stack: "" });
}

type Node = Record<"name" | "message" | "stack", unknown>;

const withheldErrors = {
  tag: "withheld-errors",
  test: (value: unknown) => value instanceof Error,
  parse: {
    stream(error: Error, context: { parse: (value: unknown) => unknown }): Node {
      logError(error);
      const { name, message, stack } = withhold(error);
      return { name: context.parse(name), message: context.parse(message), stack: context.parse(stack) };
    },
  },
  serialize({ name, message, stack }: Node, context: { serialize: (node: unknown) => string }): string {
    const rest = `{name:${context.serialize(name)},stack:${context.serialize(stack)}}`;
    return `Object.assign(new Error(${context.serialize(message)}),${rest})`;
  },
  deserialize({ name, message, stack }: Node, context: { deserialize: (node: unknown) => string }): Error {
    const rest = { name: context.deserialize(name), stack: context.deserialize(stack) };
    return Object.assign(new Error(context.deserialize(message)), rest);
  },
};

/** Promises that reject only with errors. */
const safe = new WeakSet<Promise<unknown>>();

/** Promises that reject with a string or an object. Solid creates an error from it where the value is read, and that error is logged. */
const withheldRejections = {
  tag: "withheld-rejections",
  test: (value: unknown) => value instanceof Promise && !safe.has(value),
  parse: {
    stream(promise: Promise<unknown>, context: { parse: (value: unknown) => unknown }) {
      const withheld = promise.catch((thrown) => {
        if (thrown instanceof Error || thrown instanceof Response) throw thrown;
        const error = anonymousError();
        standIns.add(error);
        throw error;
      });
      safe.add(withheld);
      return { promise: context.parse(withheld) };
    },
  },
  serialize: (node: { promise: unknown }, context: { serialize: (node: unknown) => string }) =>
    context.serialize(node.promise),
  deserialize: (node: { promise: unknown }, context: { deserialize: (node: unknown) => unknown }) =>
    context.deserialize(node.promise),
};

export default [withheldErrors, withheldRejections];
