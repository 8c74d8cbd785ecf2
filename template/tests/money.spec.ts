// Money as Prisma has it: a `Decimal` column from the schema to the page, in a copy whose build runs on each engine.

import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startApp } from "../../tests/support/app.ts";
import { newPostgreSqlDatabase, startPostgreSql } from "../../tests/support/postgresql/server.ts";
import { claimed, expect, followLink, test } from "../../tests/support/test.ts";
import { installedCopy } from "./support/dev-server.ts";
import { npmTest, runIn } from "./support/npm-test.ts";

const MODEL = `
model Price {
  id    Int     @id @default(autoincrement())
  price Decimal
}
`;

const PAGE = `import { action, createAsync, query } from "@solidjs/router";
import { For } from "solid-js";
import { Form } from "~/components/Form";
import { Field } from "~/components/ui/Field";
import { Submit } from "~/components/ui/Submit";
import { database } from "~/server/database/client";
import { anyone, runAction, runQuery } from "~/server/functions";

const prices = query(async () => {
  "use server";
  return runQuery(anyone, async () => {
    const all = await database.price.findMany({ orderBy: { id: "asc" } });
    return all.map(({ price }) => price.toFixed(2));
  });
}, "prices");

export const unsendable = query(async () => {
  "use server";
  // @ts-expect-error: a Decimal cannot be sent.
  return runQuery(anyone, () => database.price.findMany());
}, "unsendable");

const add = action(async (form: FormData) => {
  "use server";
  return runAction(form, anyone, async () => {
    await database.price.create({ data: { price: String(form.get("price")) } });
  });
}, "add-price");

export default function Prices() {
  const list = createAsync(() => prices());
  return (
    <>
      <ul aria-label="Prices">
        <For each={list()}>{(price) => <li>{price}</li>}</For>
      </ul>
      <Form action={add}>
        <Field name="price" label="Price" inputmode="decimal" />
        <Submit>Add</Submit>
      </Form>
    </>
  );
}
`;

test("a Decimal column works from the schema to the page, on each engine, and its type is refused unless it is a text or a number", async ({
  browser,
}) => {
  const folder = installedCopy("money");
  appendFileSync(join(folder, "prisma/schema.prisma"), MODEL);
  writeFileSync(join(folder, "src/routes/prices.tsx"), PAGE);
  runIn(folder, join(folder, "scripts/run.mjs"), ["scripts/database/migration.ts", "prices"]);
  npmTest(folder, "types", "build");
  const server = await startPostgreSql();
  for (const url of [undefined, await newPostgreSqlDatabase(server.url)]) {
    const app = await startApp(folder, url ? { DATABASE_URL: url } : {});
    const expected: string[] = [];
    for (const javaScriptEnabled of [true, false]) {
      const page = await (await browser.newContext({ baseURL: app.origin, javaScriptEnabled })).newPage();
      await page.goto("/");
      if (javaScriptEnabled) await claimed(page);
      await followLink(page, "/prices");
      for (const [typed, shown] of [
        ["12.5", "12.50"],
        ["1e-1", "0.10"],
      ] as const) {
        await page.getByLabel("Price", { exact: true }).fill(typed);
        await page.getByRole("button", { name: "Add" }).click();
        expected.push(shown);
        await expect(page.getByRole("list", { name: "Prices" }).getByRole("listitem")).toHaveText(expected);
      }
      await page.context().close();
    }
    await app.stop();
  }
  await server.stop();
});
