// Denied by default: a server function has to declare who may call it, or the build and the development server refuse
// its file. Clients can call any function with "use server" in it, with any arguments. So the only statement of such a
// function must be `return runQuery(…)` or `return runAction(…)` (src/server/functions.ts), which check the
// caller first. Nothing else may run before: arguments that are computed would be.

import { join, relative } from "node:path";
import { normalizePath, type Plugin, parseAst } from "vite";

const WRAPPERS: Record<string, number> = { runQuery: 3, runAction: 4 };

/** The modules that have them. Another module of that name checks no caller. */
const WRAPPER_MODULES = [normalizePath(join(import.meta.dirname, "../src/server/functions.ts"))];

/** What SolidStart compiles, whatever query the id has. */
export const SOURCE_FILES = /\.(?:[jt]sx?|[mc]js)$/;

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** A plugin that refuses files with a server function that does not say who may call it. */
export function checkServerFunctions(): Plugin {
  return {
    name: "check-server-functions",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/[^?]*\.(?:[jt]sx?|[mc]js)(?:\?|$)/, code: "use server" },
      async handler(code, id) {
        const resolve = async (source: string) => (await this.resolve(source, id))?.id;
        const [problem] = await serverFunctionProblems(code, resolve);
        if (!problem) return;
        const file = relative(this.environment.config.root, id.replace(/\?.*$/, "")).replaceAll("\\", "/");
        const error = new Error(problem.message.replace(/^Line/, `${file}, line`));
        // Its own stack would name this file.
        this.error(
          Object.assign(error, { id, loc: { file: id, line: problem.line, column: 0 }, stack: String(error) }),
        );
      },
    },
  };
}

/**
 * @param resolve finds the file of an import
 * @returns what is wrong with the server functions of a file, each with the line it is on
 */
export async function serverFunctionProblems(
  code: string,
  resolve: (source: string) => Promise<string | undefined>,
): Promise<{ line: number; message: string }[]> {
  const problems: { line: number; message: string }[] = [];
  const program = parseAst(code, { lang: "tsx" }) as unknown as Node;
  const wrappers = await importedWrappers(program, resolve);
  visit(program, (node) => {
    const line = code.slice(0, node.start).split("\n").length;
    if (node.type === "Program" && hasDirective(node.body))
      problems.push({ line, message: `Line ${line}: ${WHOLE_FILE}` });
    const body = node.body as Node | undefined;
    const statements = FUNCTIONS.has(node.type) && body?.type === "BlockStatement" ? (body.body as Node[]) : [];
    if (hasDirective(statements) && !(hasPlainParameters(node) && isWrapped(statements.slice(1), wrappers)))
      problems.push({ line, message: `Line ${line}: ${UNCHECKED}` });
  });
  return problems;
}

const FUNCTIONS = new Set(["ArrowFunctionExpression", "FunctionExpression", "FunctionDeclaration"]);

const WHOLE_FILE = `"use server" for a whole file makes every export callable. Put it into each function.`;

const UNCHECKED =
  "this server function does not say who may call it. Its body has to be `return runQuery(name, access, body)` or " +
  "`return runAction(name, form, access, body)` from ~/server/functions, with `anyone`, `user(page)` or `freshUser(page)` for access, " +
  "and nothing may run before it.";

/**
 * The names under which a file imports the wrappers, and nothing else has: a parameter of that name may be any
 * function.
 */
async function importedWrappers(
  program: Node,
  resolve: (source: string) => Promise<string | undefined>,
): Promise<Map<string, number>> {
  const wrappers = new Map<string, number>();
  for (const { type, source, specifiers } of program.body as Node[]) {
    if (type !== "ImportDeclaration") continue;
    for (const { imported, local } of specifiers as { imported?: Node; local: Node }[]) {
      const count = WRAPPERS[String(imported?.name)];
      if (!count || !isOnlyCalled(program, String(local.name))) continue;
      const file = await resolve(String((source as Node).value));
      if (WRAPPER_MODULES.includes(normalizePath(file ?? ""))) wrappers.set(String(local.name), count);
    }
  }
  return wrappers;
}

/** Whether every mention of a name outside of imports is a call. */
function isOnlyCalled(program: Node, name: string): boolean {
  let mentions = 0;
  visit(
    (program.body as Node[]).filter(({ type }) => type !== "ImportDeclaration"),
    (node) => {
      if (node.type === "Identifier" && node.name === name) mentions++;
      if (node.type === "CallExpression" && (node.callee as Node).name === name) mentions--;
    },
  );
  return mentions === 0;
}

function hasDirective(body: unknown): boolean {
  return Array.isArray(body) && body.some((statement: Node) => statement.directive === "use server");
}

/** A default value, or a computed key, would be computed before the caller is checked. */
function hasPlainParameters(node: Node): boolean {
  let isPlain = true;
  visit(node.params, ({ type, computed }) => {
    if (type === "AssignmentPattern" || computed === true) isPlain = false;
  });
  return isPlain;
}

/**
 * Whether the statements are one wrapper that is returned, with a name, an access and a body, and nothing that runs
 * before it.
 */
function isWrapped(statements: Node[], wrappers: Map<string, number>): boolean {
  const [statement, ...rest] = statements;
  const call = statement?.type === "ReturnStatement" ? (statement.argument as Node | null) : null;
  if (rest.length > 0 || call?.type !== "CallExpression") return false;
  const given = call.arguments as Node[];
  const [access, body] = given.slice(-2);
  return (
    given.length === wrappers.get(String((call.callee as Node).name)) &&
    given.slice(0, -2).every(isPlainValue) &&
    isAccess(access) &&
    FUNCTIONS.has(body?.type ?? "")
  );
}

/** `anyone`, or `user(page)`: the one call that may run before the check, because it makes the check. */
function isAccess(access: Node | undefined): boolean {
  if (access?.type === "Identifier") return access.name !== "user" && access.name !== "freshUser";
  if (access?.type !== "CallExpression" || (access.callee as Node).type !== "Identifier") return false;
  return (access.arguments as Node[]).every(isPlainValue);
}

/** What can be computed without a call or a change: names, texts, numbers, and functions, which do not run yet. */
function isPlainValue(node: Node): boolean {
  if (node.type === "TemplateLiteral") return (node.expressions as Node[]).every(isPlainValue);
  if (node.type === "MemberExpression") return !node.computed && isPlainValue(node.object as Node);
  return node.type === "Identifier" || node.type === "Literal" || FUNCTIONS.has(node.type);
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && typeof value.type === "string") see(value as Node);
  for (const child of Object.values(value)) visit(child, see);
}
