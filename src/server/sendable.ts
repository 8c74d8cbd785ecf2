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

/** @throws {TypeError} naming the first part that cannot be sent */
export function assertSendable(value: unknown): void {
  const problem = problemIn(value, "", []);
  if (problem) throw new TypeError(`The answer cannot be sent to the page: ${problem}`);
}

/** @param above the objects that contain this value, which may contain itself */
function problemIn(value: unknown, path: string, above: object[]): string | undefined {
  if (typeof value === "function" || typeof value === "symbol") return `${path || "it"} is a ${typeof value}.`;
  if (typeof value !== "object" || value === null || above.includes(value)) return undefined;
  if (ArrayBuffer.isView(value) || WHOLE.some((each) => value instanceof each)) return undefined;
  const isList = Array.isArray(value) || value instanceof Map || value instanceof Set;
  if (!isList && ![null, Object.prototype].includes(Object.getPrototypeOf(value))) {
    const instead =
      Symbol.asyncIterator in value ? "an API route sends it" : "make it a number, a text or a plain object";
    return `${path || "it"} is a ${nameOf(value)}: ${instead}.`;
  }
  for (const [key, part] of Object.entries(isList ? [...value] : value)) {
    const problem = problemIn(part, isList ? `${path}[${key}]` : path ? `${path}.${key}` : key, [...above, value]);
    if (problem) return problem;
  }
  return undefined;
}

/** The object's own name, if it has one, as Prisma's Decimal does: its class can have another name in a build. */
const nameOf = (value: object): string => Object(value)[Symbol.toStringTag] ?? value.constructor?.name;
