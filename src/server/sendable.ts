// The values that a server function can send to a page: plain data, dates, maps, sets and bytes. Any other value, such
// as Prisma's Decimal or an instance of a class, breaks the answer after the query or the action has run. So types
// refuse such a value in the code. If types do not know the value, an error names its path.

import "server-only";

type Plain =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Date
  | URL
  | RegExp
  | Error
  | Response
  | ArrayBuffer
  | ArrayBufferView
  | Blob
  | FormData
  | URLSearchParams
  // The page streams the result of the promise.
  | Promise<unknown>;

/** A type with `never` in place of each part that cannot be sent: the type error names that part. */
type Part<T> = T extends Plain
  ? T
  : T extends (...args: never[]) => unknown
    ? never
    : T extends ReadonlyMap<infer Key, infer Value>
      ? ReadonlyMap<Part<Key>, Part<Value>>
      : T extends ReadonlySet<infer Value>
        ? ReadonlySet<Part<Value>>
        : { [Key in keyof T]: Part<T[Key]> };

/** The type that an answer's type has to extend: `T extends Sendable<T>`. */
export type Sendable<T> = {
  [Key in keyof T]: T extends Plain | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> ? T[Key] : Part<T[Key]>;
};

/** The classes of {@link Plain}, whose instances are not examined. */
const WHOLE = [Date, URL, RegExp, Error, Response, ArrayBuffer, Blob, FormData, URLSearchParams, Promise];

/** The depth to which seroval can write a value. */
const MAX_DEPTH = 500;

/** @throws {TypeError} naming the first part that cannot be sent */
export function assertSendable(value: unknown): void {
  const problem = problemIn(value, "", new Set());
  if (problem) throw new TypeError(`The answer cannot be sent to the page: ${problem}`);
}

function problemIn(value: unknown, path: string, above: Set<object>): string | undefined {
  if (typeof value === "function" || typeof value === "symbol") return `${path || "it"} is a ${typeof value}.`;
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return undefined;
  if (above.has(value) || WHOLE.some((each) => value instanceof each)) return undefined;
  if (above.size > MAX_DEPTH) return `${path} is too deep.`;
  above.add(value);
  const problem = problemOf(value, path, above);
  above.delete(value);
  return problem;
}

function problemOf(value: object, path: string, above: Set<object>): string | undefined {
  if (Array.isArray(value)) return first(value, (each, index) => problemIn(each, `${path}[${index}]`, above));
  if (value instanceof Map || value instanceof Set)
    return first([...value.entries()].flat(), (each) => problemIn(each, `${path}.entries`, above));
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) {
    const instead =
      Symbol.asyncIterator in value ? "an API route sends it" : "make it a number, a text or a plain object";
    return `${path || "it"} is a ${nameOf(value)}: ${instead}.`;
  }
  return first(Object.keys(value), (key) =>
    problemIn((value as Record<string, unknown>)[key], path ? `${path}.${key}` : key, above),
  );
}

/** The object's own name, if it has one, as Prisma's Decimal does: its class can have another name in a build. */
const nameOf = (value: object): string => Object(value)[Symbol.toStringTag] ?? value.constructor?.name;

function first<T>(list: T[], find: (each: T, index: number) => string | undefined): string | undefined {
  for (const [index, each] of list.entries()) {
    const found = find(each, index);
    if (found) return found;
  }
  return undefined;
}
