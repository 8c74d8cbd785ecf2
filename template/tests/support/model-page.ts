// A page of the user's rows, with a form to add one and a button to delete each: its title, the order, what it refuses,
// whose rows they are, and whether the rows leave with the user.

import type { App } from "../../../tests/support/app.ts";
import { clientOf, textsOf } from "../../../tests/support/client.ts";
import { expect, insert, insertSession, rows } from "../../../tests/support/test.ts";
import { actionAt, htmlOf, pressed, sendAs } from "./recipe-tests/forms.ts";

export interface ModelPage {
  path: string;
  title: string;
  table: string;
  add: string;
  /** The fields of two rows, and what the page then shows, the newest first. */
  added: [first: Record<string, string>, second: Record<string, string>];
  shown: string[];
  /** What the form refuses, with its texts. */
  refused: [fields: Record<string, string>, ...texts: string[]][];
  /** Another user's row, by column. */
  others: Record<string, string | number>;
  /** What is shown of it to its owner. */
  othersText: string;
}

export async function expectModelPage(app: App, model: ModelPage): Promise<void> {
  const { path, table } = model;
  const [user, other] = [await insertSession(app), await insertSession(app)];
  const own = () => rows(app, table, "userId", user.id);
  insert(app, table, { id: `other-${table}`, userId: other.id, ...model.others });

  const empty = await clientOf(app, user).get(path);
  expect(textsOf(empty, "title").join(), "1. the title").toMatch(new RegExp(`^${model.title} · `));
  expect(textsOf(empty, "h1")).toEqual([model.title]);

  let html = "";
  for (const fields of model.added) html = await pressed(app, user, path, model.add, fields);
  const shown = new RegExp(`>(${model.shown.map((text) => RegExp.escape(text)).join("|")})<`, "g");
  const list = (page: string) => Array.from(page.matchAll(shown), ([, text]) => text);
  expect(list(html), "2. the order: the newest first").toEqual(model.shown);

  for (const [fields, ...texts] of model.refused) {
    html = await pressed(app, user, path, model.add, fields);
    for (const text of texts) expect(html, "3. a refusal at the field").toContain(text);
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(texts.length);
    for (const typed of Object.values(fields)) expect(html).toContain(`value="${typed}"`);
  }
  expect(own()).toHaveLength(model.added.length);

  html = await htmlOf(app, user, path);
  expect(html, "4. the owner in each where").not.toContain(model.othersText);
  const remove = await actionAt(app, user, path, "Delete");
  await sendAs(app, user, remove, { id: `other-${table}` });
  expect(rows(app, table, "userId", other.id)).toHaveLength(1);
  await sendAs(app, user, remove, { id: String(own()[0]?.id) });
  expect(own()).toHaveLength(1);

  const data = await htmlOf(app, user, "/account/data");
  const [kept = ""] = Object.values(model.added[1]);
  expect(data, "5. the download and the end of the account").toContain(kept);
  for (const text of Object.values(model.others)) if (typeof text === "string") expect(data).not.toContain(text);
  await sendAs(app, user, await actionAt(app, user, "/account", "Delete account"), { confirmation: user.email });
  expect([own(), rows(app, table, "userId", other.id).length]).toEqual([[], 1]);
}
