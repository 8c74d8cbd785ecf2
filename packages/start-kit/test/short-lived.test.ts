// The build rewrites code for the garbage collector (../src/short-lived.ts). It behaves the same afterwards.

import { readFileSync } from "node:fs";
import { types } from "node:util";
import fc from "fast-check";
import { expect, it } from "vitest";
import { HELPERS, HELPERS_CODE, keepShortLived } from "../src/short-lived.ts";

const dataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
const replace = (code: string, isAll = false) => String(keepShortLived(code, isAll) ?? code);
const load = (code: string) => import(/* @vite-ignore */ dataUrl(code.replaceAll(HELPERS, dataUrl(HELPERS_CODE))));

const PROPS = `const _$createComponent = (_, props) => props;
export function make(read) {
  const object = "this"; // ä€😀
  return _$createComponent("Part", {
    plain: 1,
    get children() { return read("children"); },
    get ["class"]() { return read("class"); },
    method() { return 2; },
    inner: _$createComponent("Inner", { get deep() { return read("deep"); } }),
  });
}`;

/** The functions of Solid's server. What `mergeProps` returns cannot be changed there, and can be in the build. */
const SOLID = readFileSync("node_modules/solid-js/dist/server.js", "utf8")
  .match(/^function (mergeProps|splitProps)\([\s\S]*?^\}/gm)
  ?.join("\n")
  .replace("enumerable: true,", "enumerable: true, configurable: true,");

const OF_SOLID = (made: string) => `${SOLID}
export function make(read) {
  const own = { get class() { return read("class") + this.plain; }, plain: 1, method() { return 2; } };
  const props = mergeProps({ get children() { return read("children"); }, get class() { return read("none"); } }, own);
  const other = { plain: 4, get children() { return read("children"); }, set children(to) { read(to); } };
  Object.defineProperty(other, "class", { get: () => read("class"), enumerable: true });
  return ${made};
}`;

const MADE = {
  "the props of a component": PROPS,
  "what mergeProps returns": OF_SOLID("props"),
  "what mergeProps returns for functions": OF_SOLID("mergeProps(() => own, { inner: 3, get other() {} }, () => props)"),
  "the first part of splitProps": OF_SOLID(`splitProps(props, ["class", "method", "other"])[0]`),
  "the rest of splitProps": OF_SOLID(`splitProps(props, ["class", "method", "other"])[1]`),
  "a part of splitProps that has a getter with `this`": OF_SOLID(`splitProps(own, ["class", "plain"])[0]`),
  "a part of splitProps that has a setter": OF_SOLID(`splitProps(other, ["plain", "children"])[0]`),
  "a part of splitProps that has a final getter": OF_SOLID(`splitProps(other, ["plain", "class"])[0]`),
};

type Props = Record<PropertyKey, unknown>;

const NAMES = ["children", "class", "plain", "method", "inner", "other", "__proto__"];
const PROTOTYPE = {
  get inherited() {
    return (this as Props).class;
  },
};

function ownKeys(this: object) {
  return Object.keys(this);
}

const DESCRIPTORS: PropertyDescriptor[] = [
  {},
  { value: 1 },
  { value: 2, writable: false, enumerable: true, configurable: true },
  { get: ownKeys },
  { get: ownKeys, enumerable: true, configurable: true },
  { enumerable: false },
  { configurable: false },
];

/** What a library can do with props. */
const OPERATIONS: Record<string, (props: Props, name: string, to: PropertyDescriptor) => unknown> = {
  read: (props, name) => props[name],
  readTwice: (props, name) => [props[name], Reflect.get(props, name, {})],
  assign: (props, name) => (props[name] = "assigned"),
  assignAll: (props, name) => Object.assign(props, { plain: 3, [name]: 4 }),
  assignOther: (props, name) => [Reflect.set(props, name, 5, { a: 1 }), Reflect.set({ a: 1 }, name, 5, props)],
  delete: (props, name) => delete props[name],
  define: (props, name, to) => Object.defineProperty(props, name, to),
  tryToDefine: (props, name, to) => Reflect.defineProperty(props, name, to),
  describe: (props, name) => Object.getOwnPropertyDescriptor(props, name),
  describeAll: (props) => Object.getOwnPropertyDescriptors(props),
  move: (props) => ({ ...Object.defineProperties({}, Object.getOwnPropertyDescriptors(props)) }),
  freeze: (props) => Object.isFrozen(Object.freeze(props)),
  seal: (props) => Object.isSealed(Object.seal(props)),
  close: (props) => Object.isExtensible(Object.preventExtensions(props)),
  states: (props) => [Object.isFrozen(props), Object.isSealed(props), Object.isExtensible(props)],
  keys: (props) => [Object.keys(props), Reflect.ownKeys(props), Object.entries(props)],
  spread: (props) => ({ ...props }),
  rest: ({ children, ...rest }) => [children, rest],
  walk: (props) => {
    const names = [];
    for (const name in props) names.push(name);
    return names;
  },
  has: (props, name) => [name in props, Object.hasOwn(props, name), Reflect.has(Object.create(props), name)],
  json: (props) => JSON.stringify(props),
  inherit: (props, name) => {
    const child = Object.create(props);
    return [child[name], Reflect.set(child, name, "child's"), { ...child }, child[name], props[name]];
  },
  setPrototype: (props, name) => [Object.setPrototypeOf(props, PROTOTYPE).inherited, props[name]],
  prototype: (props) => [Object.getPrototypeOf(props) === Object.prototype, props instanceof Object],
  tag: (props) => [String(props), typeof props, Array.isArray(props)],
};

/** What a value shows, for two that should be alike: each object by its contents, and each function by its result. */
function seen(value: unknown, depth = 0): unknown {
  if (value === Object.prototype) return "Object.prototype";
  if (typeof value === "function") return [typeof value, value.length, seen(value.call(null, "argument"), depth + 1)];
  if (typeof value !== "object" || value === null || depth > 4) return value;
  return Reflect.ownKeys(value).map((name) => {
    const { get, set, value: own, ...rest } = Object.getOwnPropertyDescriptor(value, name) as PropertyDescriptor;
    return [name, rest, typeof set, get ? ["get", seen(get.call(value), depth + 1)] : seen(own, depth + 1)];
  });
}

/** What comes of an operation, with what it has read so far. */
function outcome(props: Props, reads: string[], name: string, to: PropertyDescriptor, operation: string): unknown {
  try {
    return [seen(OPERATIONS[operation]?.(props, name, to)), [...reads]];
  } catch (error) {
    return [(error as Error).constructor.name, [...reads]];
  }
}

const steps = fc.array(
  fc.record({
    operation: fc.constantFrom(...Object.keys(OPERATIONS)),
    name: fc.constantFrom(...NAMES),
    to: fc.constantFrom(...DESCRIPTORS),
  }),
  { minLength: 1, maxLength: 8 },
);

it.each(Object.entries(MADE))("%s behave like Solid's own, whatever a library does with them", async (_, code) => {
  const modules = [await load(code), await load(replace(code))];
  expect(modules.map(({ make }) => types.isProxy(make(String)))).toEqual([false, true]);
  const property = fc.property(steps, (all) => {
    const [plain, other] = modules.map(({ make }) => {
      const reads: string[] = [];
      const props: Props = make((name: string) => String(reads.push(name) && name));
      const outcomes = all.map(({ operation, name, to }) => outcome(props, reads, name, to, operation));
      return [outcomes, seen(props)];
    });
    expect(other).toEqual(plain);
  });
  fc.assert(property, { numRuns: 300 });
});

it.each([
  ["a getter that needs its object", "createComponent(C, { a: 1, get b() { return this.a; } })"],
  ["a setter", "createComponent(C, { get b() { return 1; }, set b(to) {} })"],
  ["a spread that may replace the getter", "createComponent(C, { get b() { return 1; }, ...o })"],
  ["a computed name", "createComponent(C, { get [o]() { return 1; } })"],
  ["a name that sets the prototype", 'createComponent(C, { get ["__proto__"]() { return 1; } })'],
  ["an object that is no component's props", "({ get b() { return 1; } })"],
])("code that must not be rewritten stays as it is: %s", (_, made) => {
  const code = `export const f = (o) => ${made};`;
  expect(replace(code)).toBe(code);
});

it("the results of createResource and createAsync have the getters that the modules of Solid and its router define", async () => {
  for (const file of [
    "node_modules/solid-js/dist/server.js",
    "node_modules/@solidjs/router/dist/data/createAsync.js",
  ]) {
    const rewritten = replace(readFileSync(file, "utf8"));
    expect(rewritten.match(/\$onPrototype\(\w+, /g)?.length, file).toBeGreaterThan(0);
    expect(rewritten, file).not.toMatch(/Object\.definePropert(y|ies)\(\w+, ("latest"|\{\s*latest)/);
  }
});
