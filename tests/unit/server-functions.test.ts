// Denied by default.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SOURCE_FILES, serverFunctionProblems } from "start-kit/server-functions";
import { expect, test } from "vitest";

const messages = (code: string) => serverFunctionProblems(code).map(({ message }) => message);

test("every server function of this application declares who may call it", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => SOURCE_FILES.test(file));
  const sources = files.map((file) => ({ file, code: readFileSync(join("src", file), "utf8") }));
  const withFunctions = sources.filter(({ code }) => code.includes('"use server"'));
  expect(withFunctions.length).toBeGreaterThan(0);
  for (const { file, code } of withFunctions) expect(messages(code), file).toEqual([]);
});
