// Libraries of components get props that packages/start-kit/src/short-lived.ts has rewritten, and their own code is
// rewritten too.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { startApp } from "../../tests/support/app.ts";
import { copyProject, installPackages } from "../../tests/support/copies.ts";
import { installFromRegistry, runIn } from "./support/npm-test.ts";

const LIBRARIES = [
  "@ark-ui/solid@5.39.2",
  "@kobalte/core@0.13.14",
  "@modular-forms/solid@0.25.1",
  "@tanstack/solid-query@5.104.0",
];

const PAGE = `
import { Collapsible } from "@ark-ui/solid/collapsible";
import { Checkbox } from "@kobalte/core/checkbox";
import { Tabs } from "@kobalte/core/tabs";
import { createForm, required } from "@modular-forms/solid";
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/solid-query";
import { For, Show } from "solid-js";

const NAMES = ["Ada", "Grace"];

function Kobalte() {
  return (
    <>
      <Tabs aria-label="Notes" defaultValue="Grace">
        <Tabs.List>
          <For each={NAMES}>{(name) => <Tabs.Trigger value={name}>{name}</Tabs.Trigger>}</For>
          <Tabs.Indicator />
        </Tabs.List>
        <For each={NAMES}>{(name) => <Tabs.Content value={name}>Notes of {name}</Tabs.Content>}</For>
      </Tabs>
      <Checkbox defaultChecked name="news" class="row">
        <Checkbox.Input />
        <Checkbox.Control>
          <Checkbox.Indicator>on</Checkbox.Indicator>
        </Checkbox.Control>
        <Checkbox.Label>News</Checkbox.Label>
      </Checkbox>
    </>
  );
}

function Ark() {
  return (
    <Collapsible.Root>
      <Collapsible.Trigger>Unfold</Collapsible.Trigger>
      <Collapsible.Content>Folded text</Collapsible.Content>
    </Collapsible.Root>
  );
}

function Query() {
  const names = useQuery(() => ({ queryKey: ["names"], queryFn: async () => NAMES, initialData: NAMES }));
  return <For each={names.data}>{(name) => <p>Asked for {name}</p>}</For>;
}

function ModularForm() {
  const [, { Form, Field }] = createForm<{ name: string }>({ initialValues: { name: "" } });
  return (
    <Form onSubmit={() => {}}>
      <Field name="name" validate={required("A name is missing.")}>
        {(field, props) => (
          <>
            <input {...props} aria-label="Name" value={field.value ?? ""} />
            <Show when={field.error}>{(error) => <p>{error()}</p>}</Show>
          </>
        )}
      </Field>
      <button type="submit">Save</button>
    </Form>
  );
}

export default function Libraries() {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <Kobalte />
      <Ark />
      <Query />
      <ModularForm />
    </QueryClientProvider>
  );
}
`;

test("a page of four libraries has the same HTML with shortLived and without it, and hydrates without an error", async ({
  browser,
}) => {
  const folder = copyProject("libraries");
  installPackages(folder);
  installFromRegistry(folder, LIBRARIES);
  writeFileSync(join(folder, "src/routes/libraries.tsx"), PAGE);
  edit(folder, "app.config.ts", "contentSecurityPolicy: {", `$& "style-src-attr": ["'unsafe-inline'"],`);
  runIn(folder, join(folder, "scripts/test.ts"), ["build"]);
  expect(rewrites(folder)).toBe(true);
  const app = await startApp(folder);
  const html = await mainOf(app.origin);
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(`${app.origin}/libraries`);
  await expect(page.getByRole("checkbox", { name: "News" })).toBeChecked();
  await expect(page.getByText("Asked for Ada")).toBeVisible();
  await page.getByRole("tab", { name: "Ada" }).click();
  await expect(page.getByText("Notes of Ada")).toBeVisible();
  await page.getByRole("button", { name: "Unfold" }).click();
  await expect(page.getByText("Folded text")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("A name is missing.")).toBeVisible();
  expect(errors).toEqual([]);
  await page.close();
  await app.stop();

  edit(folder, "vite.config.ts", "startKit({", "$& shortLived: false,");
  runIn(folder, join(folder, "scripts/test.ts"), ["build"]);
  expect(rewrites(folder)).toBe(false);
  const other = await startApp(folder);
  expect(await mainOf(other.origin)).toBe(html);
  await other.stop();
});

function edit(folder: string, file: string, from: string, to: string): void {
  const path = join(folder, file);
  writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
}

/** Whether the build has rewritten the page and its libraries. */
function rewrites(folder: string): boolean {
  const server = readFileSync(join(folder, ".output/server/index.mjs"), "utf8");
  // The build marks where the code of each file begins.
  const page = server.split(/^(?=\/\/ \S+$)/m).find((code) => /^.*\/libraries-/.test(code));
  return /\bwithGetters(\$\d+)?\(/.test(page ?? "");
}

async function mainOf(origin: string): Promise<string> {
  const html = await (await fetch(`${origin}/libraries`)).text();
  expect(html).toContain("Notes of Grace");
  return html.match(/<main[\s\S]*<\/main>/)?.[0] ?? "";
}
