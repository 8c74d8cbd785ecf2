// Reads from the application's modules who may call a server function (`serverFunctions`): the wrappers that check the
// caller, and the accesses that they take.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { normalizePath, parseAst } from "vite";

export interface AstNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export interface Wrapper {
  /** The number of the wrapper's arguments. */
  count: number;
  takesForm: boolean;
}

export interface Rules {
  files: string[];
  wrappers: Map<string, Wrapper>;
  /** The functions that return an access. */
  called: Set<string>;
  /** The problem with a function that breaks the rules. */
  message: string;
}

/**
 * @param modules the modules of the wrappers, by their path from the project's root
 * @param root the project's folder
 * @param read reads a file
 */
export function rulesOf(modules: string[], root: string, read = (path: string) => readFileSync(path, "utf8")): Rules {
  const files = modules.map((path) => normalizePath(resolve(root, path)));
  const exported = files.flatMap((file) => exportsOf(parseAst(read(file), { lang: "ts" }) as unknown as AstNode));
  const wrappers = exported.flatMap(({ name, parameters }) => {
    const count = parameters.indexOf("access") + 2;
    return count > 1
      ? [{ name, count, takesForm: parameters.includes("form"), shown: parameters.slice(0, count) }]
      : [];
  });
  const callers = exported.filter(({ type }) => type === "Access");
  const called = callers.filter(({ isFunction }) => isFunction);
  const access = callers.map(({ name, isFunction, parameters }) =>
    isFunction ? `${name}(${parameters.slice(0, 1)})` : name,
  );
  const body = oneOf(wrappers.map(({ name, shown }) => `return ${name}(${shown.join(", ")})`));
  return {
    files,
    wrappers: new Map(wrappers.map(({ name, count, takesForm }) => [name, { count, takesForm }])),
    called: new Set(called.map(({ name }) => name)),
    message:
      "this server function does not say who may call it before anything else runs. " +
      `Its body has to be ${body} from ${modules[0]}, with ${oneOf(access)} for access. ` +
      "A page that is computed is a function, `() => …`, and the default of a parameter is a name, a text or a number.",
  };
}

interface Exported {
  name: string;
  isFunction: boolean;
  parameters: string[];
  /** The name of its type, or of the type that it returns. */
  type: string;
}

/** @returns the functions and variables that a module declares and exports in one statement */
function exportsOf(program: AstNode): Exported[] {
  const typeOf = (annotated: unknown) =>
    String((annotated as { typeAnnotation?: { typeName?: AstNode } } | null)?.typeAnnotation?.typeName?.name);
  return (program.body as AstNode[]).flatMap(({ type, declaration }) => {
    if (type !== "ExportNamedDeclaration" || !declaration) return [];
    const { id, params, returnType, declarations = [] } = declaration as AstNode;
    const variables = (declarations as AstNode[]).map((each) => each.id as AstNode);
    if (!params) return variables.map((variable) => exported(variable, typeOf(variable.typeAnnotation)));
    const parameters = (params as AstNode[]).map((each) => String(((each.left ?? each) as AstNode).name));
    return { ...exported(id as AstNode, typeOf(returnType)), isFunction: true, parameters };
  });
}

const exported = ({ name }: AstNode, type: string): Exported => ({
  name: String(name),
  isFunction: false,
  parameters: [],
  type,
});

const oneOf = (codes: string[]) =>
  new Intl.ListFormat("en", { type: "disjunction" }).format(codes.map((code) => `\`${code}\``));
