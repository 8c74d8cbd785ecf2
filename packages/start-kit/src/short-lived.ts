// Keeps a page's objects on the server short-lived. V8 puts two kinds of objects straight among the old ones, which
// only a full garbage collection frees. Until then they hold all that they refer to, and each minor collection copies
// it:
//
// - the getters of an object literal, such as the props that Solid compiles: `{ get children() {…} }`, and the getters
//   that `createResource`, `createAsync`, `mergeProps` and `splitProps` define on their results (`NewAccessorPair`,
//   https://github.com/v8/v8/blob/main/src/heap/factory-base.cc)
// - a function that is assigned to a property: `value.completed = () => {…}` ("pretenure flag",
//   https://github.com/v8/v8/blob/main/src/compiler/js-create-lowering.cc)
//
// A build writes both in another form, which looks the same from outside, with three exceptions. First,
// `structuredClone` throws for props, and for an object with getters that a function of the application makes, because
// V8 clones no proxy (`structuredClone({ ...props })` works). Second, the getters of a result are on its prototype.
// Third, the result of `mergeProps` can be changed like any other props.
//
// Upstream: solid-js 1.9.18 and its compiler: each component's props are an object with getters, which V8 keeps until a
// full garbage collection.
// Reported: solidjs/solid#3511 (closed), solidjs/solid#3514 (merged for Solid 2), solidjs/solid#3550 (`hoistProps`,
// open as of 2026-11-23).
// Gain: 7 to 30% of a page's processor time.
// It can go: with a release of Solid that has solidjs/solid#3550.

import MagicString from "magic-string";
import { type ESTree, type Plugin, parseSync, Visitor } from "vite";
import { edited } from "./rewriting.ts";
import { changedUpstream } from "./tested-versions.ts";

interface Range {
  start: number;
  end: number;
}

/** An object literal with getters. */
interface Getters extends Range {
  getters: (Range & { name: string; bodyStart: number })[];
}

/** Solid compiles `<Part name="a" {...all} />` to `createComponent(Part, mergeProps({ name: "a" }, all))`. */
const TAKES_PROPS = /^_?\$?(createComponent|mergeProps)$/;
/** The application and the router have other objects with getters besides props: the result of a hook, the location. */
const OF_PAGES = /^(?!.*[\\/]node_modules[\\/])|[\\/]node_modules[\\/]@solidjs[\\/]router[\\/]/;
/** A name without commas, because commas separate the names for `withGetters`. */
const PLAIN_NAME = /^[\w$:-]+$/;

export const HELPERS = "virtual:short-lived";

/**
 * `shortLived` returns its argument, a function: the assigned value is then a call, and for V8 no longer a function.
 * `withGetters` takes an object with functions in place of its getters, and makes it look like the original. Before its
 * first change, the object gets real getters. So it differs only in one way: `structuredClone` refuses each proxy.
 * `takingGetters` returns such an object without properties: it keeps the function of each getter that is then defined
 * on it. `onPrototype` gives a function getters that all such functions share.
 */
export const HELPERS_CODE = `
export const shortLived = (made) => made;

const VALUES = Symbol("getters");
const prototypes = new Map();

export function onPrototype(object, values) {
  const names = Object.keys(values);
  const key = names.join();
  let prototype = prototypes.get(key);
  if (!prototype) {
    prototype = Object.create(Function.prototype);
    for (const name of names) Object.defineProperty(prototype, name, { get() { return this[VALUES][name](); } });
    prototypes.set(key, prototype);
  }
  object[VALUES] = values;
  Object.setPrototypeOf(object, prototype);
}

const namesOf = new Map();

export function withGetters(object, names) {
  let getters = namesOf.get(names);
  if (!getters) namesOf.set(names, (getters = new Set(names.split(","))));
  return new Proxy(object, new Getters(getters));
}

export function takingGetters() {
  return new Proxy({}, new TakenGetters(new Set()));
}

/** The objects with real getters. */
let plain;

const asGetter = (get) => ({ get, set: undefined, enumerable: true, configurable: true });

function madePlain(object, names) {
  if (plain?.has(object)) return object;
  plain ??= new WeakSet();
  plain.add(object);
  for (const name of names) Object.defineProperty(object, name, asGetter(object[name]));
  return object;
}

class Getters {
  constructor(names) {
    this.names = names;
  }
  get(object, name, receiver) {
    const isPlain = plain?.has(object);
    if (!isPlain && this.names.has(name)) return object[name].call(receiver);
    // Reflect.get is slower, and gives the same for the object's own fields.
    return isPlain || name === "__proto__" ? Reflect.get(object, name, receiver) : object[name];
  }
  getOwnPropertyDescriptor(object, name) {
    const isOpen = this.names.has(name) && !plain?.has(object);
    return isOpen ? asGetter(object[name]) : Reflect.getOwnPropertyDescriptor(object, name);
  }
  set(object, ...rest) {
    return Reflect.set(madePlain(object, this.names), ...rest);
  }
  deleteProperty(object, name) {
    return Reflect.deleteProperty(madePlain(object, this.names), name);
  }
  defineProperty(object, name, to) {
    return Reflect.defineProperty(madePlain(object, this.names), name, to);
  }
  setPrototypeOf(object, to) {
    return Reflect.setPrototypeOf(madePlain(object, this.names), to);
  }
}

class TakenGetters extends Getters {
  defineProperty(object, name, to) {
    const isNew = !plain?.has(object) && !Object.hasOwn(object, name);
    if (isNew && "value" in to) return Reflect.defineProperty(object, name, to);
    const isTaken = isNew && to.get && !to.set && to.enumerable && to.configurable !== false;
    if (!isTaken) return super.defineProperty(object, name, to);
    const own = { value: to.get, writable: true, enumerable: true, configurable: true };
    return Reflect.defineProperty(object, name, own) && Boolean(this.names.add(name));
  }
}
`;

/** The getters that the router's `createAsync` defines on its result. */
const OF_ROUTER: [RegExp, string] = [
  /Object\.defineProperty\((\w+), "latest", \{\s*get\(\) \{\s*return ([\w.]+);\s*\}\s*\}\)/g,
  "$$onPrototype($1, { latest: () => $2 })",
];

/** The getters that functions of Solid define on their results, by the function. */
const OF_SOLID: Record<string, [RegExp, string]> = {
  createResource: [
    /Object\.defineProperties\((\w+), \{\s*latest: \{\s*get\(\) \{\s*return ([\w.]+\(\));\s*\}\s*\},\s*loading: \{\s*get\(\) \{\s*return ([\w.]+\(\));\s*\}\s*\}\s*\}\)/g,
    "$$onPrototype($1, { latest: () => $2, loading: () => $3 })",
  ],
  mergeProps: [/(\bfunction mergeProps\(\.\.\.\w+\) \{\s*const \w+ = )\{\};/g, "$1$$takingGetters();"],
  splitProps: [
    /(\bfunction splitProps\(\w+, \.\.\.\w+\) \{\s*const [^{};]+ \w+ => \{\s*const \w+ = )\{\};/g,
    "$1$$takingGetters();",
  ],
};

/** Pages and the packages with components are built in "ssr". Solid itself is bundled with the server. */
const SOLID = /[\\/]node_modules[\\/]solid-js[\\/]/;

export function shortLived(): Plugin {
  const unmatched: Record<string, Set<string>> = { ssr: new Set(["pages"]), nitro: new Set(Object.keys(OF_SOLID)) };
  return {
    name: "short-lived",
    apply: "build",
    enforce: "post",
    applyToEnvironment: ({ name }) => name === "ssr" || name === "nitro",
    resolveId: (source) => (source === HELPERS ? `\0${HELPERS}` : undefined),
    load: (id) => (id === `\0${HELPERS}` ? HELPERS_CODE : undefined),
    transform(code, id) {
      const isOfPages = this.environment.name === "ssr";
      if (!isOfPages && !SOLID.test(id)) return undefined;
      const replaced = keepShortLived(code, OF_PAGES.test(id));
      if (!replaced) return undefined;
      if (isOfPages) unmatched.ssr?.clear();
      else
        for (const [name, [definition]] of Object.entries(OF_SOLID))
          if (code.search(definition) >= 0) unmatched.nitro?.delete(name);
      return edited(replaced);
    },
    closeBundle() {
      const missing = [...(unmatched[this.environment.name] ?? [])].join(", ");
      if (missing)
        this.warn(
          changedUpstream(
            "shortLived",
            `There is nothing to replace any more: ${missing}. Pages are slower than before.`,
            "solid-js",
          ),
        );
    },
  };
}

/**
 * @param code a compiled module
 * @param isAll whether it replaces every object literal in functions, and not only props
 * @returns the module with both forms replaced, on the same lines; undefined if it has neither form
 */
export function keepShortLived(code: string, isAll = false): MagicString | undefined {
  const { functions, objects } = find(parseSync("module.js", code).program, isAll);
  const text = new MagicString(code);
  for (const [definition, replacement] of [OF_ROUTER, ...Object.values(OF_SOLID)])
    text.replace(definition, replacement);
  if (functions.length + objects.length === 0 && !text.hasChanged()) return undefined;
  const wraps = [
    ...functions.map((range) => ({ ...range, before: "$shortLived(", after: ")" })),
    ...objects.map(({ start, end, getters }) => {
      const names = getters.map(({ name }) => name).join(",");
      return { start, end, before: "$withGetters(", after: `, "${names}")` };
    }),
  ];
  // Outer parts come first: if several parts begin or end at one place, the inner part has to stay inside.
  for (const { start, end, before, after } of wraps.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    text.appendRight(start, before);
    text.prependLeft(end, after);
  }
  for (const { getters } of objects)
    for (const { start, bodyStart, name } of getters) text.update(start, bodyStart, `"${name}": () => `);
  const imports = ["onPrototype", "shortLived", "takingGetters", "withGetters"].map((name) => `${name} as $${name}`);
  text.append(`\nimport { ${imports.join(", ")} } from "${HELPERS}";\n`);
  return text;
}

function find(program: ESTree.Program, isAll: boolean): { functions: Range[]; objects: Getters[] } {
  const functions: Range[] = [];
  const found: Getters[] = [];
  const props = new Set<unknown>();
  /** The places of `this`, `super`, `arguments` and `new.target`, which have another meaning in an arrow function. */
  const own: number[] = [];
  // How many functions contain the node. A module makes values outside of them once, and these may live long.
  let depth = 0;
  const enter = () => void depth++;
  const leave = () => void depth--;
  const remember = ({ start }: Range) => void own.push(start);
  new Visitor({
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    ThisExpression: remember,
    Super: remember,
    MetaProperty: (node) => node.meta.name === "new" && remember(node),
    Identifier: (node) => node.name === "arguments" && remember(node),
    CallExpression({ callee, arguments: all }) {
      if (callee.type === "Identifier" && TAKES_PROPS.test(callee.name)) for (const each of all) props.add(each);
    },
    AssignmentExpression({ left, right: { type, start, end } }) {
      const isFunction = type === "ArrowFunctionExpression" || type === "FunctionExpression";
      if (depth > 0 && isFunction && left.type === "MemberExpression") functions.push({ start, end });
    },
    ObjectExpression(node) {
      const getters = depth > 0 && (isAll || props.has(node)) ? gettersOf(node) : [];
      if (getters.length > 0) found.push({ start: node.start, end: node.end, getters });
    },
  }).visit(program);
  const refersToItself = ({ getters }: Getters) =>
    getters.some(({ start, end }) => own.some((at) => start <= at && at < end));
  return { functions, objects: found.filter((object) => !refersToItself(object)) };
}

/** @returns an object's getters; none if it also has a setter, a spread or a computed name */
function gettersOf({ properties }: ESTree.ObjectExpression): Getters["getters"] {
  const getters: Getters["getters"] = [];
  const names = new Set<string>();
  for (const property of properties) {
    if (property.type !== "Property" || property.kind === "set") return [];
    const { key, kind, value, start, end, computed } = property;
    const name = key.type === "Literal" ? String(key.value) : key.type === "Identifier" && !computed ? key.name : "";
    // A function with this name sets the prototype.
    if (!PLAIN_NAME.test(name) || name === "__proto__" || names.has(name)) return [];
    names.add(name);
    if (kind !== "get" || value.type !== "FunctionExpression" || !value.body) continue;
    getters.push({ name, start, end, bodyStart: value.body.start });
  }
  return getters;
}
