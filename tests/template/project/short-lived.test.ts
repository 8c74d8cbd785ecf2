// The build rewrites code for the garbage collector (scripts/short-lived.ts). It behaves the same afterwards.

import { expect, it } from "vitest";
import { keepShortLived } from "../../../scripts/short-lived.ts";

const load = (code: string) => import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);

const PROPS = `export function make(read) {
  return {
    plain: 1,
    get children() { return read("children"); },
    get ["class"]() { return read("class"); },
    method() { return 2; },
    inner: { get deep() { return read("deep"); } },
  };
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
  const replaced = keepShortLived(PROPS);
  expect(replaced).not.toContain("get children()");
  const [original, other] = [await load(PROPS), await load(replaced)];
  expect(seen(other.make)).toEqual(seen(original.make));
  expect(seen(other.make)).toMatchObject({ made: [], json: expect.stringContaining('"children":"children"') });
});

it("a function that is assigned to a property is the same function", async () => {
  const code =
    "export const make = (o, seen) => { o.a = () => seen; o.b = o.c = function () { return this; }; return o; }";
  const replaced = keepShortLived(code);
  expect(replaced).not.toMatch(/o\.a = \(/);
  const { make } = await load(replaced);
  const made = make({}, "seen");
  expect([made.a(), made.b(), made.a.name, made.b === made.c]).toEqual(["seen", made, "", true]);
});

it.each([
  ["a getter that needs its object", "export const f = () => ({ a: 1, get b() { return this.a; } });"],
  ["a setter", "export const f = () => ({ get b() { return 1; }, set b(to) {} });"],
  ["a spread that may replace the getter", "export const f = (o) => ({ get b() { return 1; }, ...o });"],
  ["a computed name", "export const f = (name) => ({ get [name]() { return 1; } });"],
  ["what a module makes once", "export const a = { get b() { return 1; } }; a.c = () => 1;"],
])("%s stays as it is", (_, code) => {
  expect(keepShortLived(code)).toBe(code);
});
