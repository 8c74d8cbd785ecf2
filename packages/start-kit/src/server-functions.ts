// Denied by default: a server function has to declare who may call it, or the build and the development server refuse its file. Clients
// can call any function with "use server" in it, with any arguments. So the only statement of such a function must be `return runQuery(…)`
// or `return runAction(…)` (src/server/functions/run.ts), which check the caller first.

import { type Plugin, parseAst } from "vite";

const WRAPPERS: Record<string, number> = { runQuery: 3, runAction: 4 };

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
      handler(code, id) {
        const [problem] = serverFunctionProblems(code);
        if (problem) this.error({ id, message: problem.message, loc: { file: id, line: problem.line, column: 0 } });
      },
    },
  };
}

/** @returns what is wrong with the server functions of a file, each with the line it is on */
export function serverFunctionProblems(code: string): { line: number; message: string }[] {
  const problems: { line: number; message: string }[] = [];
  const program = parseAst(code, { lang: "tsx" }) as unknown as Node;
  const wrappers = importedWrappers(program);
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

/** The names under which a file imports the wrappers; others of that name check nobody. */
function importedWrappers(program: Node): Map<string, number> {
  const imports = (program.body as Node[]).filter(
    ({ type, source }) =>
      type === "ImportDeclaration" && /(?:^~|\/)\/?server\/functions(?:\/run)?$/.test(String((source as Node).value)),
  );
  const names = imports.flatMap(({ specifiers }) => specifiers as { imported?: Node; local: Node }[]);
  return new Map(
    names.flatMap(({ imported, local }) => {
      const count = WRAPPERS[String(imported?.name)];
      return count ? [[String(local.name), count] as const] : [];
    }),
  );
}

function hasDirective(body: unknown): boolean {
  return Array.isArray(body) && body.some((statement: Node) => statement.directive === "use server");
}

/** A default value would be computed before the caller is checked. */
function hasPlainParameters(node: Node): boolean {
  let isPlain = true;
  visit(node.params, ({ type }) => {
    if (type === "AssignmentPattern") isPlain = false;
  });
  return isPlain;
}

/** Whether the statements are one wrapper that is returned, with a name, an access and a body, and nothing that runs before it. */
function isWrapped(statements: Node[], wrappers: Map<string, number>): boolean {
  const [statement, ...rest] = statements;
  const call = statement?.type === "ReturnStatement" ? (statement.argument as Node | null) : null;
  if (rest.length > 0 || call?.type !== "CallExpression") return false;
  const given = call.arguments as Node[];
  const [access, body] = given.slice(-2);
  const isAccess =
    access?.type === "CallExpression" ||
    (access?.type === "Identifier" && access.name !== "user" && access.name !== "freshUser");
  let isWaiting = false;
  visit(given.slice(0, -1), ({ type }) => {
    if (type === "AwaitExpression") isWaiting = true;
  });
  return (
    given.length === wrappers.get(String((call.callee as Node).name)) &&
    isAccess &&
    !isWaiting &&
    FUNCTIONS.has(body?.type ?? "")
  );
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && typeof value.type === "string") see(value as Node);
  for (const child of Object.values(value)) visit(child, see);
}
