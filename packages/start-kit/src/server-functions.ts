// Access is denied by default: a server function has to declare who may call it, or the build and the development
// server refuse its file. The only statement of such a function must be `return` and a call of one of the application's
// wrappers, `runQuery(access, body)` or `runAction(form, access, body)`, which check the caller first. No other code
// may run before the check, and computed arguments run before it. The function has to be at the top level of its
// module: inside of a component it lacks the component's variables, and fails when it is called. The wrapper gets the
// name of its query or action, for the log.
//
// Upstream: @solidjs/start 2.0.5, "use server": browsers can call every such function, with any arguments, and nothing
// asks for a check of the caller.
// Reported: not yet. solidjs/solid-start#2086 asks for server functions that a helper makes.
// Gain: safety. No function is open by oversight.
// It can go: when every server function has to declare who may call it.

import { relative, resolve } from "node:path";
import MagicString from "magic-string";
import { normalizePath, type Plugin, parseAst, transformWithOxc } from "vite";
import { edited } from "./rewriting.ts";

export interface ServerFunctionsOptions {
  /**
   * The modules that export the wrappers, by their path from the project's root. The build passes one more argument to
   * a wrapper, the name: "report" of `query(…, "report")`, or else the name of the function or its variable.
   */
  modules: string[];
}

interface Wrapper {
  /** The number of the wrapper's arguments. The last two are the access and the body. */
  count: number;
  /** An `action` needs such a wrapper: the other one runs on GET, too. */
  takesForm: boolean;
}

const WRAPPERS = new Map<string, Wrapper>([
  ["runQuery", { count: 2, takesForm: false }],
  ["runAction", { count: 3, takesForm: true }],
]);

const UNCHECKED =
  "this server function does not say who may call it before anything else runs. " +
  "Its body has to be `return runQuery(access, body)` or `return runAction(form, access, body)`, with an access such as " +
  "`anyone` or `user(page)`. A page that is computed is a function, `() => …`, and the default of a parameter is a " +
  "name, a text or a number.";

interface AstNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

type Resolve = (source: string) => Promise<string | undefined>;

export function serverFunctions(options: ServerFunctionsOptions): Plugin {
  return {
    name: "server-functions",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/[^?]*\.(?:[jt]sx?|[mc]js)(?:\?|$)/, code: "use server" },
      async handler(code, id) {
        const { root } = this.environment.config;
        const find: Resolve = async (source) => (await this.resolve(source, id))?.id;
        const file = normalizePath(relative(root, id.replace(/\?.*$/, "")));
        const files = options.modules.map((path) => normalizePath(resolve(root, path)));
        const { problems, named } = await readServerFunctions(code, files, find);
        const [problem] = problems;
        if (!problem && this.environment.config.consumer === "client") return withoutTypes(named, id);
        if (!problem) return named.hasChanged() ? edited(named) : undefined;
        const error = new Error(problem.message.replace(/^Line/, `${file}, line`));
        // The error's own stack names this file.
        this.error(
          Object.assign(error, { id, loc: { file: id, line: problem.line, column: 0 }, stack: String(error) }),
        );
      },
    },
  };
}

/**
 * SolidStart's compiler keeps each import that a type mentions. The browser would load the module of the server that a
 * `typeof` names.
 */
async function withoutTypes(file: MagicString, id: string): Promise<{ code: string; map: string }> {
  const { code, map } = edited(file);
  const plain = await transformWithOxc(code, id, { lang: "tsx", jsx: "preserve" }, map);
  return { code: plain.code, map: JSON.stringify(plain.map) };
}

/**
 * @param files the modules of the wrappers
 * @param find finds the file of an import
 * @returns the problems with a file's server functions, each with its line; and the file, with each wrapper's name
 *   added
 */
export async function readServerFunctions(
  code: string,
  files: string[],
  find: Resolve,
): Promise<{ problems: { line: number; message: string }[]; named: MagicString }> {
  const problems: { line: number; message: string }[] = [];
  const named = new MagicString(code);
  const program = parseAst(code, { lang: "tsx" }) as unknown as AstNode;
  const wrappers = await importedWrappers(program, files, find);
  const actions = new Set<AstNode | undefined>();
  const names = new Map<unknown, string>();
  const inner = new Set<AstNode>();
  visit(program, (node) => {
    const line = code.slice(0, node.start).split("\n").length;
    if (node.type === "Program" && hasDirective(node.body))
      problems.push({ line, message: `Line ${line}: ${WHOLE_FILE}` });
    const body = node.body as AstNode | undefined;
    const statements = FUNCTIONS.has(node.type) && body?.type === "BlockStatement" ? (body.body as AstNode[]) : [];
    if (FUNCTIONS.has(node.type)) visit(body, (each) => inner.add(each));
    if (node.type === "CallExpression" && (node.callee as AstNode).name === "action")
      actions.add((node.arguments as AstNode[])[0]);
    nameInside(node, names);
    if (!hasDirective(statements)) return;
    const call = hasPlainParameters(node) ? wrapperCall(statements, wrappers) : undefined;
    if (!call || !(call.wrapper.takesForm || !actions.has(node)))
      problems.push({ line, message: `Line ${line}: ${UNCHECKED}` });
    else if (inner.has(node)) problems.push({ line, message: `Line ${line}: ${INNER}` });
    else named.appendLeft(call.end, `, ${JSON.stringify(names.get(node) ?? nodeName(node))}`);
  });
  return { problems, named };
}

/** Notes the name of the function in a node: the key of its query or action, or else its variable's name. */
function nameInside(node: AstNode, names: Map<unknown, string>): void {
  if (node.type === "VariableDeclarator") {
    const call = node.init as AstNode | null;
    const name = nodeName(node);
    names.set(call, name);
    // The function in `query(…)` has the variable's name, unless there is a key.
    if (call?.type === "CallExpression") names.set((call.arguments as AstNode[])[0], name);
  }
  if (node.type !== "CallExpression") return;
  const [body, key] = node.arguments as (AstNode | undefined)[];
  if (typeof key?.value === "string") names.set(body, key.value);
}

const nodeName = ({ id }: AstNode) => String((id as AstNode | null)?.name ?? "");

const FUNCTIONS = new Set(["ArrowFunctionExpression", "FunctionExpression", "FunctionDeclaration"]);

const WHOLE_FILE = `"use server" for a whole file makes every export callable. Put it into each function.`;

const INNER =
  "this server function is inside of another function, whose variables it does not have on the server. " +
  "Move it to the top level of its module, and pass what it needs as an argument.";

/**
 * The names under which a file imports the wrappers. Names that also have another meaning in the file are left out,
 * because a parameter of that name can be any function.
 */
async function importedWrappers(program: AstNode, files: string[], find: Resolve): Promise<Map<string, Wrapper>> {
  const wrappers = new Map<string, Wrapper>();
  for (const { type, source, specifiers } of program.body as AstNode[]) {
    if (type !== "ImportDeclaration") continue;
    for (const { imported, local } of specifiers as { imported?: AstNode; local: AstNode }[]) {
      const wrapper = WRAPPERS.get(String(imported?.name));
      if (!wrapper || !isOnlyCalled(program, String(local.name))) continue;
      const file = await find(String((source as AstNode).value));
      if (files.includes(normalizePath(file ?? ""))) wrappers.set(String(local.name), wrapper);
    }
  }
  return wrappers;
}

/** Whether every mention of a name outside of imports is a call. */
function isOnlyCalled(program: AstNode, name: string): boolean {
  let mentions = 0;
  visit(
    (program.body as AstNode[]).filter(({ type }) => type !== "ImportDeclaration"),
    (node) => {
      if (node.type === "Identifier" && node.name === name) mentions++;
      if (node.type === "CallExpression" && (node.callee as AstNode).name === name) mentions--;
    },
  );
  return mentions === 0;
}

function hasDirective(body: unknown): boolean {
  return Array.isArray(body) && body.some((statement: AstNode) => statement.directive === "use server");
}

/** A default value that is computed, or a computed key, runs before the check of the caller. */
function hasPlainParameters(node: AstNode): boolean {
  let isPlain = true;
  visit(node.params, ({ type, computed, right }) => {
    if ((type === "AssignmentPattern" && !isPlainValue(right as AstNode)) || computed === true) isPlain = false;
  });
  return isPlain;
}

/**
 * @param statements the directive, and the statements after it
 * @returns the call of a wrapper, if the statements only return that call, with an access and a body, and no code runs
 *   before it; and the end of its last argument
 */
function wrapperCall(statements: AstNode[], wrappers: Map<string, Wrapper>) {
  const [, statement, ...rest] = statements;
  const call = statement?.type === "ReturnStatement" ? (statement.argument as AstNode | null) : null;
  if (rest.length > 0 || call?.type !== "CallExpression") return undefined;
  const wrapper = wrappers.get(String((call.callee as AstNode).name));
  const given = call.arguments as AstNode[];
  const [access, body] = given.slice(-2);
  const isPlain = given.length === wrapper?.count && given.slice(0, -2).every(isPlainValue);
  if (!wrapper || !body || !isPlain || !isAccess(access)) return undefined;
  // A name runs nothing, and no client can send a function.
  if (body.type !== "Identifier" && !FUNCTIONS.has(body.type)) return undefined;
  return { wrapper, end: body.end };
}

/** `anyone`, or `user(page)`: the only call that may run before the check, because it makes the check. */
function isAccess(access: AstNode | undefined): boolean {
  if (access?.type === "Identifier") return true;
  if (access?.type !== "CallExpression" || (access.callee as AstNode).type !== "Identifier") return false;
  return (access.arguments as AstNode[]).every(isPlainValue);
}

/** Values that need neither a call nor a change: names, texts, numbers, and functions, which do not run yet. */
function isPlainValue(node: AstNode): boolean {
  if (node.type === "TemplateLiteral") return (node.expressions as AstNode[]).every(isPlainValue);
  if (node.type === "MemberExpression") return !node.computed && isPlainValue(node.object as AstNode);
  return node.type === "Identifier" || node.type === "Literal" || FUNCTIONS.has(node.type);
}

function visit(value: unknown, see: (node: AstNode) => void): void {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && typeof value.type === "string") see(value as AstNode);
  for (const child of Object.values(value)) visit(child, see);
}
