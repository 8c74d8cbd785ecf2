// The build rewrites code for the garbage collector (../src/short-lived.ts). It behaves the same afterwards.

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

/** What readers of an object can see of it. */
function seen(make: (read: (name: string) => string) => Record<string, unknown>) {
  const reads: string[] = [];
  const props = make((name) => String(reads.push(name) && name));
  const made = [...reads];
  const { children, class: css } = props;
  const moved = Object.defineProperty({}, "other", Object.getOwnPropertyDescriptor(props, "children") ?? {});
  const change = () => {
    props.children = "changed";
  };
  expect(change).toThrow(TypeError);
  props.plain = "changed";
  const read = [children, css, children, (props.inner as Record<string, unknown>).deep, moved];
  return {
    made,
    read,
    reads: [...reads],
    keys: Object.keys(props),
    names: Reflect.ownKeys(props),
    has: ["children" in props, "nothing" in props, Object.hasOwn(props, "children")],
    copy: { ...props, inner: undefined, method: undefined },
    json: JSON.stringify(props),
    descriptors: Object.entries(Object.getOwnPropertyDescriptors(props)).map(([name, { get, set, value, ...rest }]) => {
      return [name, typeof get, typeof set, typeof value, rest];
    }),
  };
}

it("an object with getters looks the same to its readers, and reads nothing before they do", async () => {
  const replaced = replace(PROPS);
  expect(replaced).not.toContain("get children()");
  const [original, other] = [await load(PROPS), await load(replaced)];
  expect(seen(other.make)).toEqual(seen(original.make));
  expect(seen(other.make)).toMatchObject({ made: [], json: expect.stringContaining('"children":"children"') });
});

it("a function that is assigned to a property is the same function", async () => {
  const code =
    "export const make = (o, seen) => { o.a = () => seen; o.b = o.c = function () { return this; }; return o; }";
  const replaced = replace(code);
  expect(replaced).not.toMatch(/o\.a = \(/);
  const { make } = await load(replaced);
  const made = make({}, "seen");
  expect([made.a(), made.b(), made.a.name, made.b === made.c]).toEqual(["seen", made, "", true]);
});

it("an object and a component that end at the same place are both rewritten", async () => {
  const code = `const createComponent = (_, props) => props;
    export const make = (o) => { o.a = () => createComponent("Part", { get b() { return { get c() { return 1; } }; } }); return o; };
    export const all = (o) => { o.a = () => o && { get b() { return 1; } }; return o; };`;
  for (const isAll of [false, true]) {
    const { make, all } = await load(replace(code, isAll));
    expect([make({}).a().b.c, all({}).a().b]).toEqual([1, 1]);
  }
});

it("the getter of props cannot be deleted or defined anew", async () => {
  const { make } = await load(replace(PROPS));
  const props = make((name: string) => name);
  expect(() => delete props.children).toThrow(TypeError);
  expect(() => Object.defineProperty(props, "children", { value: 1 })).toThrow(TypeError);
  expect(props.children).toBe("children");
});

it.each([
  [
    "a getter that needs its object",
    "export const f = () => createComponent(C, { a: 1, get b() { return this.a; } });",
  ],
  ["a setter", "export const f = () => createComponent(C, { get b() { return 1; }, set b(to) {} });"],
  [
    "a spread that may replace the getter",
    "export const f = (o) => createComponent(C, { get b() { return 1; }, ...o });",
  ],
  ["a computed name", "export const f = (name) => createComponent(C, { get [name]() { return 1; } });"],
  ["an object that is no component's props", "export const f = () => ({ get b() { return 1; } });"],
  ["what a module makes once", "export const a = createComponent(C, { get b() { return 1; } }); a.c = () => 1;"],
])("code that must not be rewritten stays as it is: %s", (_, code) => {
  expect(replace(code)).toBe(code);
});
