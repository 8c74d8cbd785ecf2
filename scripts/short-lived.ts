// Keeps what a page allocates on the server short-lived. V8 puts two kinds of objects straight among the old ones, which only a full garbage
// collection frees. Until then they hold all that they refer to, so each minor collection copies whole pages that nobody needs any more:
// - the getters of an object literal, such as the props that Solid compiles: `{ get children() {…} }`
//   (`NewAccessorPair`, https://github.com/v8/v8/blob/main/src/heap/factory-base.cc)
// - a function that is assigned to a property: `value.completed = () => {…}`
//   ("pretenure flag", https://github.com/v8/v8/blob/main/src/compiler/js-create-lowering.cc)
// A build writes both in another form that behaves the same. A page then takes about 40% less processor time (docs/performance.md). What is
// left are the getters that `createAsync` and `createResource` define on their results, on pages that load data while they render.

import { type ESTree, type Plugin, parseSync, Visitor } from "vite";

/** Replaces a part of the code. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Such getters refer to their object or function, which an arrow function does not have. */
const OWN_SCOPE = /\b(?:this|super|arguments|new\.target)\b/;

/**
 * `$shortLived` returns its function: for V8 it is then no function that is written behind an assignment. `$withGetters` returns the handler
 * of a proxy, whose object has functions in place of its getters. To its readers the proxy looks like the original.
 */
const HELPERS = `const $shortLived = (made) => made;
const $withGetters = (...names) => {
  const isGetter = new Set(names);
  return {
    get: (target, name) => (isGetter.has(name) ? target[name]() : target[name]),
    set: (target, name, value) => !isGetter.has(name) && Reflect.set(target, name, value),
    getOwnPropertyDescriptor(target, name) {
      const found = Reflect.getOwnPropertyDescriptor(target, name);
      return found && isGetter.has(name) ? { get: target[name], enumerable: true, configurable: true } : found;
    },
  };
};
`;

/** Solid itself is bundled later than the pages. */
const SOLID = /[\\/]node_modules[\\/]solid-js[\\/]/;

export function shortLived(): Plugin {
  let count = 0;
  return {
    name: "short-lived",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr" || name === "nitro",
    renderChunk(code, { fileName, moduleIds }) {
      if (this.environment.name === "nitro" && !moduleIds.some((id) => SOLID.test(id))) return undefined;
      const replaced = keepShortLived(code, fileName);
      if (replaced === code) return undefined;
      count += 1;
      return { code: replaced, map: null };
    },
    closeBundle() {
      if (count === 0)
        this.warn("The build has nothing that scripts/short-lived.ts replaces. Pages are slower than before.");
    },
  };
}

/** @returns the code of a module with both forms replaced */
export function keepShortLived(code: string, fileName = "module.js"): string {
  return edited(code, editsOf(parseSync(fileName, code).program, code));
}

function editsOf(program: ESTree.Program, code: string): Edit[] {
  const edits: Edit[] = [];
  const handlers = new Map<string, string>();
  // What a module makes once may live long.
  let depth = 0;
  const enter = () => void depth++;
  const leave = () => void depth--;
  new Visitor({
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    AssignmentExpression({ left, right }) {
      const isFunction = right.type === "ArrowFunctionExpression" || right.type === "FunctionExpression";
      if (depth > 0 && isFunction && left.type === "MemberExpression")
        edits.push(insert(right.start, "$shortLived("), insert(right.end, ")"));
    },
    ObjectExpression({ start, end, properties }) {
      const getters = depth > 0 ? gettersOf(properties, code) : [];
      if (getters.length === 0) return;
      const names = getters.map(({ name }) => JSON.stringify(name)).join(", ");
      const handler = handlers.get(names) ?? `$getters${handlers.size}`;
      handlers.set(names, handler);
      edits.push(insert(start, "new Proxy("), insert(end, `, ${handler})`));
      for (const getter of getters)
        edits.push({ start: getter.start, end: getter.bodyStart, text: `[${JSON.stringify(getter.name)}]: () => ` });
    },
  }).visit(program);

  if (edits.length === 0) return [];
  const made = [...handlers].map(([names, handler]) => `const ${handler} = $withGetters(${names});`);
  // In one line, so that all others keep their numbers.
  const head = `${HELPERS}${made.join("")}`.replaceAll("\n", " ");
  return [insert(afterImports(program), head), ...edits];
}

/** @returns the getters of an object literal; none if it has anything else than getters, values and methods with plain names */
function gettersOf(properties: ESTree.ObjectExpression["properties"], code: string) {
  const getters: { name: string; start: number; bodyStart: number }[] = [];
  const names = new Set<string>();
  for (const property of properties) {
    if (property.type !== "Property" || property.kind === "set") return [];
    const { key, kind, value, start, end, computed } = property;
    const name =
      key.type === "Literal" ? String(key.value) : key.type === "Identifier" && !computed ? key.name : undefined;
    if (name === undefined || names.has(name)) return [];
    names.add(name);
    if (kind !== "get") continue;
    if (value.type !== "FunctionExpression" || !value.body || OWN_SCOPE.test(code.slice(start, end))) return [];
    getters.push({ name, start, bodyStart: value.body.start });
  }
  return getters;
}

function afterImports({ body }: ESTree.Program): number {
  return body.findLast(({ type }) => type === "ImportDeclaration")?.end ?? 0;
}

function insert(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

/** Inner edits begin later than the outer ones, or end earlier, so none overlaps another. */
function edited(code: string, edits: Edit[]): string {
  let [result, done] = ["", 0];
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    result += code.slice(done, start) + text;
    done = end;
  }
  return result + code.slice(done);
}
