// The command of template/CHANGELOG.md that renames in an owner's files what the template has renamed, and the form in
// which it names recipes.

import { execSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { blocksOf } from "../../../scripts/recipes/blocks.ts";
import { listRecipes } from "../../../scripts/recipes/list.ts";
import { ownFiles } from "../../../tests/support/copies.ts";
import { temporaryFolder } from "../../../tests/support/temporary.ts";

const [{ lines = [] } = {}] = blocksOf("template/CHANGELOG.md").filter(({ language }) => language === "sh");
const command = lines.join("\n");

/** A folder whose files git knows, after the command. @returns what a file contains */
function afterCommand(files: Record<string, string>): (file: string) => string {
  const folder = join(temporaryFolder(), "clone");
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  execSync("git init --quiet && git add --all", { cwd: folder });
  execSync(command, { cwd: folder });
  return (file) => readFileSync(join(folder, file), "utf8");
}

const OLD_PAGE = `import { createSignIn } from "solid-auth/client";
import { ActionForm } from "~/components/ActionForm";
import { Ago } from "~/components/Ago";
import { Alert } from "~/components/Alert";
import { RowButton } from "~/components/RowButton";
import { usePageData } from "~/page-data";

export default function Mine() {
  const user = usePageData("user");
  return (
    <ActionForm action={save}>
      <Alert tone="bad">Ago</Alert> <Ago iso={user()?.memberSince ?? ""} />
      <OpeningForm
        action={rename}
        of="Mine"
      />
    </ActionForm>
  );
}
`;
const NEW_PAGE = `import { createSignIn } from "solid-authjs/client";
import { Form } from "~/components/Form";
import { RelativeTime } from "~/components/ui/RelativeTime";
import { Alert } from "~/components/ui/Alert";
import { RowButton } from "~/components/RowButton";
import { useSession } from "~/session";

export default function Mine() {
  const session = useSession();
  const user = () => session()?.user;
  return (
    <Form action={save}>
      <Alert tone="bad">Ago</Alert> <RelativeTime iso={user()?.memberSince ?? ""} />
      <OpeningForm
        action={rename}
        subject="Mine"
      />
    </Form>
  );
}
`;

it("the command of the changelog gives an owner's page and action the new names", () => {
  const read = afterCommand({
    "src/routes/mine.tsx": OLD_PAGE,
    "src/mine/mine.ts": 'import { recordEvent } from "~/server/auth/security-events";\nawait recordEvent(id, name);\n',
  });
  expect(read("src/routes/mine.tsx")).toBe(NEW_PAGE);
  expect(read("src/mine/mine.ts")).toBe(
    'import { recordSecurityEvent } from "~/server/auth/security-events";\nawait recordSecurityEvent(id, name);\n',
  );
});

it("the command of the changelog changes nothing that is the template's", () => {
  const files = ownFiles().filter((file) => /^(src|tests)\/.*\.tsx?$/.test(file));
  const texts = Object.fromEntries(files.map((file) => [file, readFileSync(file, "utf8")]));
  const read = afterCommand(texts);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => read(file) !== texts[file])).toEqual([]);
});

it("a security fix of a recipe, and nothing else, begins with the names of recipes in the form that npm run audit reads", () => {
  const sections = readFileSync("template/CHANGELOG.md", "utf8").split(/^##/m);
  const entriesOf = (section: string) => section.split(/\n(?=- |\n)/).filter((entry) => entry.startsWith("- "));
  const named = (entry: string) =>
    entry
      .match(/^- Recipes? (`[\w-]+`(?:, `[\w-]+`)*): /)?.[1]
      ?.split(/[`, ]+/)
      .filter(Boolean);
  const isSecurity = (section: string) => section.startsWith("# Security");
  const fixes = sections.filter(isSecurity).flatMap(entriesOf);
  expect(fixes.length).toBeGreaterThan(30);
  expect(fixes.filter((entry) => /(?<!docs\/)\brecipes?\b/i.test(entry) && !named(entry))).toEqual([]);
  expect(
    sections
      .filter((each) => !isSecurity(each))
      .flatMap(entriesOf)
      .filter(named),
  ).toEqual([]);
  expect(listRecipes(".").map(({ name }) => name)).toEqual(
    expect.arrayContaining(fixes.flatMap((fix) => named(fix) ?? [])),
  );
});
