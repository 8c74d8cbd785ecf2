// Denied by default: a server function has to declare who may call it, or the build and the development server refuse its file. Clients
// can call any function with "use server" in it, with any arguments. So the only statement of such a function must be `return runQuery(…)`
// or `return runAction(…)` (src/server/functions/run.ts), which check the caller first.

import { type Plugin, parseAst } from "vite";

const WRAPPERS = ["runQuery", "runAction"];

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** A plugin that refuses files with a server function that does not declare who may call it. */
export function checkServerFunctions(): Plugin {
  return {
    name: "check-server-functions",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: "use server" },
      handler(code, id) {
        const [problem] = serverFunctionProblems(code);
        if (problem) this.error({ id, message: problem.message, loc: { file: id, line: problem.line, column: 0 } });
      },
    },
  };
}

/** @returns the problems with a file's server functions, each with its line */
export function serverFunctionProblems(code: string): { line: number; message: string }[] {
  const problems: { line: number; message: string }[] = [];
  const report = (node: Node, what: string) => {
    const line = code.slice(0, node.start).split("\n").length;
    problems.push({ line, message: `Line ${line}: ${what}` });
  };
  visit(parseAst(code, { lang: "tsx" }) as unknown as Node, (node) => {
    if (node.type === "Program" && hasDirective(node.body))
      report(node, `"use server" for a whole file makes every export callable. Put it into each function.`);
    const body = node.type === "BlockStatement" ? (node.body as Node[]) : [];
    if (hasDirective(body) && !isWrapped(body.slice(1)))
      report(
        node,
        `this server function does not say who may call it. Its body has to be \`return runQuery(name, access, …)\` or \`return runAction(name, access, …)\`, with \`anyone\`, \`user(page)\` or \`freshUser(page)\` for access.`,
      );
  });
  return problems;
}

function hasDirective(body: unknown): boolean {
  return Array.isArray(body) && body.some((statement: Node) => statement.directive === "use server");
}

function isWrapped(statements: Node[]): boolean {
  const [statement, ...rest] = statements;
  const call = statement?.type === "ReturnStatement" ? (statement.argument as Node | null) : null;
  const callee = call?.type === "CallExpression" ? (call.callee as Node) : undefined;
  return rest.length === 0 && callee?.type === "Identifier" && WRAPPERS.includes(String(callee.name));
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && typeof value.type === "string") see(value as Node);
  for (const child of Object.values(value)) visit(child, see);
}
