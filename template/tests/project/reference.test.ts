// packages/solid-authjs/REFERENCE.md lists exactly the names that the code has: ours and those of @auth/core. So does
// docs/reference.md, for the application.

import { readdirSync, readFileSync } from "node:fs";
import * as coreErrors from "@auth/core/errors";
import { bindAuth } from "solid-authjs";
import { type ESTree, parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { defaultCookies } from "../../../node_modules/@auth/core/lib/utils/cookie.js";
import type { Action } from "../../../packages/solid-authjs/src/context";
import { cookieNames } from "../../../packages/solid-authjs/src/cookies";
import { classify } from "../../../packages/solid-authjs/src/errors";

const CORE = "node_modules/@auth/core/src";
const LAYER = "packages/solid-authjs/src";

const sections = ["packages/solid-authjs/REFERENCE.md", "docs/reference.md"].flatMap((page) =>
  readFileSync(page, "utf8").split(/^##+ /m),
);

/** The rows of the table below a heading, as the text of their cells. */
function rowsOf(heading: string): string[][] {
  const section = sections.find((text) => text.startsWith(`${heading}\n`));
  const lines = section?.split("\n").filter((line) => line.startsWith("| `")) ?? [];
  return lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
}

/** The first column. Sorted, with repetitions. */
function namesIn(...headings: string[]): string[] {
  return headings.flatMap((heading) => rowsOf(heading).map(([name = ""]) => name)).sort();
}

function parse(file: string) {
  return parseSync(file, readFileSync(file, "utf8"));
}

function exportsOf(file: string): string[] {
  const entries = parse(file).module.staticExports.flatMap(({ entries }) => entries);
  return entries.map(({ exportName }) => exportName.name ?? "*").sort();
}

function declarationOf(file: string, name: string) {
  for (const statement of parse(file).program.body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "TSInterfaceDeclaration" && declared.id.name === name) return declared;
    if (declared?.type === "TSTypeAliasDeclaration" && declared.id.name === name) return declared;
  }
  throw new Error(`${file} declares no ${name}.`);
}

/** The names an interface declares, or one of its fields whose type is written in place. */
function membersOf(file: string, name: string, field?: string): string[] {
  const declared = declarationOf(file, name);
  let members: ESTree.TSSignature[] = declared.type === "TSInterfaceDeclaration" ? declared.body.body : [];
  if (field) {
    const type = members.find((member) => keyOf(member) === field);
    const annotation = type?.type === "TSPropertySignature" ? type.typeAnnotation?.typeAnnotation : undefined;
    const parts = annotation?.type === "TSIntersectionType" ? annotation.types : [annotation];
    members = parts.flatMap((part) => (part?.type === "TSTypeLiteral" ? part.members : []));
  }
  return members.map(keyOf).filter(Boolean);
}

/** Those of @auth/core's interface, and of ours that adds to it. */
const authConfig = (field?: string) => membersOf(`${CORE}/index.ts`, "AuthConfig", field);
const ours = (name: string, field?: string) => membersOf(`${LAYER}/types.ts`, name, field);

function keyOf(member: ESTree.TSSignature): string {
  const isNamed = member.type === "TSPropertySignature" || member.type === "TSMethodSignature";
  return isNamed && member.key.type === "Identifier" ? member.key.name : "";
}

/** The strings in a union of strings. */
function stringsOf(file: string, name: string): string[] {
  const declared = declarationOf(file, name);
  const union = declared.type === "TSTypeAliasDeclaration" ? declared.typeAnnotation : undefined;
  const types = union?.type === "TSUnionType" ? union.types : [];
  return types.map((type) => (type.type === "TSLiteralType" && "value" in type.literal ? `${type.literal.value}` : ""));
}

/** The matches of a pattern's first group in the layer's source, each once. */
function foundInLayer(pattern: RegExp): string[] {
  const source = readdirSync(LAYER, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`, "utf8"));
  return [...new Set([...source.join("\n").matchAll(pattern)].map(([, found = ""]) => found))];
}

function sorted(...names: string[]): string[] {
  return [...new Set(names)].sort();
}

const errorTypes = stringsOf(`${CORE}/errors.ts`, "ErrorType");

describe("the reference pages", () => {
  const starts = ["environment", "features/oauth/github", "redact", "visitor-errors"].map(
    (name) => `${LAYER}/${name}.ts`,
  );
  const defaultUser = membersOf(`${CORE}/types.ts`, "DefaultUser").map((field) => `user.${field}`);
  const tables: [string, string[], number][] = [
    ["Server exports", exportsOf(`${LAYER}/index.ts`), 15],
    ["For a database with Prisma", exportsOf(`${LAYER}/prisma/index.ts`), 5],
    ["For a server's start and its log", starts.flatMap(exportsOf), 5],
    ["Bound functions", Object.keys(bindAuth({ providers: [] })), 10],
    ["Client exports", exportsOf(`${LAYER}/client/index.ts`), 10],
    ["Configuration", [...authConfig(), ...ours("SolidAuthConfig")], 20],
    ["Session settings", [...authConfig("session"), ...ours("SolidAuthConfig", "session")], 4],
    ["Pages", [...membersOf(`${CORE}/types.ts`, "PagesOptions"), ...ours("SolidAuthPages")], 6],
    ["Callbacks", authConfig("callbacks"), 4],
    ["Events", authConfig("events"), 6],
    ["Adapter", ours("SolidAuthAdapter"), 2],
    ["Session", [...membersOf(`${CORE}/types.ts`, "DefaultSession"), ...defaultUser], 6],
    ["Provider tokens", membersOf(`${LAYER}/features/provider-tokens/seal.ts`, "ProviderTokens"), 6],
  ];

  it.each(tables)("%s: lists all that the code has, once, and nothing else", (heading, names, atLeast) => {
    expect(names.length).toBeGreaterThanOrEqual(atLeast);
    expect(namesIn(heading)).toEqual(sorted(...names));
  });

  it("each cookie is listed under both of its names", () => {
    const namesOf = (secure: boolean) => [
      ...Object.values(cookieNames({}, secure)),
      ...Object.values(defaultCookies(secure)).map(({ name }) => name),
    ];
    const onHttps = namesOf(true);
    const pairs = new Map(namesOf(false).map((name, index) => [name, onHttps[index]]));
    expect(pairs.size).toBeGreaterThanOrEqual(9);
    expect(new Map(rowsOf("Cookies").map(([onHttp = "", secure]) => [onHttp, secure]))).toEqual(pairs);
  });

  it("each error type of the installed @auth/core is listed, and those of ours", () => {
    expect(errorTypes.length).toBeGreaterThan(25);
    const own = foundInLayer(/\berror: "(\w+)"/g);
    expect(namesIn("Errors", "Errors in the log")).toEqual(sorted(...errorTypes, ...own));
    expect(namesIn("Errors")).toEqual(expect.arrayContaining(own));
  });

  it("each error code of ours is listed", () => {
    const codes = foundInLayer(/\bcode(?::| =) ([^(),;}]*"[^(),;}]*)/g).flatMap(
      (text) => text.match(/\w+(?=")/g) ?? [],
    );
    const listed = rowsOf("Errors").flatMap(([, , cell = ""]) => cell.split(/[ ,;]+/));
    expect(codes.length).toBeGreaterThanOrEqual(4);
    expect(listed).toEqual(expect.arrayContaining(codes));
  });

  it("names the page on which an error is shown", () => {
    const classes = Object.values(coreErrors).filter((value) => "type" in value && typeof value.type === "string");
    const failures = classes.map((value) => classify(Reflect.construct(value, []), "callback", undefined));
    const shown = failures.filter(({ error }) => error !== "Configuration");
    expect(shown.length).toBeGreaterThan(8);
    for (const { error, page } of shown)
      expect(rowsOf("Errors").find(([name]) => name === error)?.[1], error).toBe(page);
  });

  it("each endpoint is listed", () => {
    const actions = namesIn("Endpoints").map((request) => request.split("/")[1] ?? "");
    const own = "device-bound-session" satisfies Action;
    expect(sorted(...actions)).toEqual(sorted(own, ...stringsOf(`${CORE}/types.ts`, "AuthAction")));
  });

  it("each variable of the environment that the layer reads itself is listed", () => {
    const variables = foundInLayer(/\benvironment\.([A-Z_]+)/g);
    expect(variables.length).toBeGreaterThan(3);
    expect(namesIn("Environment").flatMap((names) => names.split(", "))).toEqual(expect.arrayContaining(variables));
  });
});
