// What an attacker tries in the recipes for a model and for secret links. The copy that recipes.spec.ts builds has
// them.

import { expect, insertSession, insertSessionRow, rows } from "../../../../tests/support/test.ts";
import { actionAt, ELSEWHERE, endSessionsMeanwhile, htmlOf, sendAs, sendAtOnce } from "./forms.ts";
import { insertNotes, SHARED_NOTES } from "./notes.ts";
import { test } from "./test.ts";

const PAGE = "/protected/notes";

test("model: markup in a note is text, and many requests at once leave a thousand", async ({ app }) => {
  const [user, other] = [await insertSession(app), await insertSession(app)];
  insertNotes(app, other, ["Not yours"]);
  const add = await actionAt(app, user, PAGE, "Add");
  const mine = () => rows(app, "Note", "userId", user.id);
  expect((await sendAs(app, user, add, { text: "x" }, ELSEWHERE)).status).toBe(403);
  expect(mine()).toEqual([]);

  await sendAs(app, user, add, { text: "<img src=x onerror=alert(1)>" });
  const html = await htmlOf(app, user, PAGE);
  expect(html).toContain("&lt;img src=x onerror=alert(1)>");
  expect(html).not.toMatch(/<img src=x|Not yours/);

  insertNotes(app, user, Array(997).fill("x"));
  await sendAtOnce(app, user, add, { text: "At once" });
  expect(mine()).toHaveLength(1000);
});

test("secret-link: many requests at once leave a note with ten links", async ({ app }) => {
  const [user, other] = [await insertSession(app), await insertSession(app)];
  insertNotes(app, other, ["Not yours"]);
  const [id = ""] = insertNotes(app, user, ["Shared"]);
  expect(await htmlOf(app, user, SHARED_NOTES)).not.toContain("Not yours");
  await sendAtOnce(app, user, await actionAt(app, user, SHARED_NOTES, "Make a link"), { id }, 14);
  expect(rows(app, "NoteLink", "noteId", id)).toHaveLength(10);
});

test("secret-link: the links of a session's thief end with the user's other sessions", async ({ app }) => {
  const [user, other] = [await insertSession(app), await insertSession(app)];
  const [id = ""] = insertNotes(app, user, ["Shared"]);
  const [others = ""] = insertNotes(app, other, ["Another user's"]);
  const share = await actionAt(app, user, SHARED_NOTES, "Make a link");
  await sendAs(app, user, share, { id });
  await sendAs(app, other, share, { id: others });
  insertSessionRow(app, user.id);
  await sendAs(app, user, await actionAt(app, user, "/account", "Sign out other sessions"), {});
  expect(rows(app, "NoteLink", "noteId", id)).toEqual([]);
  expect(rows(app, "NoteLink", "noteId", others)).toHaveLength(1);
});

test("secret-link: sessions that have ended make nothing that is under way", async ({ app }) => {
  const user = await insertSession(app);
  const [id = ""] = insertNotes(app, user, ["Not for all"]);
  const share = await actionAt(app, user, SHARED_NOTES, "Make a link");
  await endSessionsMeanwhile(app, user, () => sendAs(app, user, share, { id }));
  expect(rows(app, "NoteLink", "noteId", id)).toEqual([]);
});
