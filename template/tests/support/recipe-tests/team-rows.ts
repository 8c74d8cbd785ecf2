// The recipe for the rows of a team, and what an attacker tries in it. The copy that recipes.spec.ts builds has it.

import { randomUUID } from "node:crypto";
import { clientOf, textsOf } from "../../../../tests/support/client.ts";
import {
  type App,
  expect,
  insert,
  insertSession,
  linkIn,
  mailTo,
  newEmail,
  rows,
  type SignedInUser,
} from "../../../../tests/support/test.ts";
import { actionAt, changedMeanwhile, htmlOf, inOneTransaction, pressed, sendAs, sendAtOnce } from "./forms.ts";
import { insertMember, insertTeam } from "./teams.ts";
import { test } from "./test.ts";

const TEAMS = "/protected/teams";
const pageOf = (team: string) => `${TEAMS}/${team}/notes`;

/** @returns the id of a new note */
function insertNote(app: App, team: string, { id: author }: SignedInUser, text: string): string {
  const id = randomUUID();
  insert(app, "TeamNote", { id, teamId: team, authorId: author, text });
  return id;
}

const textsOfTeam = (app: App, team: string) => rows(app, "TeamNote", "teamId", team).map(({ text }) => text);
const roleOf = (app: App, team: string, { id }: SignedInUser) =>
  rows(app, "Membership", "teamId", team).find(({ userId }) => userId === id)?.role;

test("team-rows: an editor writes, a viewer reads, and each switches their teams", async ({ app }) => {
  const [editor, viewer] = [await insertSession(app), await insertSession(app)];
  const team = insertTeam(app, "Engines", [], "owner");
  const other = insertTeam(app, "Wheels", [editor], "owner");
  insertMember(app, team, editor, "editor");
  insertMember(app, team, viewer, "viewer");
  expect(await htmlOf(app, editor, TEAMS)).toContain(`href="${pageOf(team)}"`);
  const press = (name: string, fields = {}) => pressed(app, editor, pageOf(team), name, fields);
  expect(await press("Add", { text: "" })).toContain("A note has 1 to 500 characters.");
  expect(await press("Add", { text: "Oil <b>them</b>" })).toContain(`Oil &lt;b>them&lt;/b> · ${editor.email}`);
  expect(await htmlOf(app, editor, pageOf(team))).toContain(`href="${pageOf(other)}"`);
  expect(await htmlOf(app, editor, pageOf(other))).toMatch(/aria-current="page"[^>]*>Wheels<.*has no notes yet/s);
  const read = await htmlOf(app, viewer, pageOf(team));
  expect(read).toContain("Oil &lt;b>them&lt;/b>");
  expect(read).not.toMatch(/>(Add|Delete|Wheels)</);
  expect(await press("Delete")).toContain("The team has no notes yet.");
});

test("team-rows: no stranger reads or changes a row, or learns of the team", async ({ app }) => {
  const [owner, stranger] = [await insertSession(app), await insertSession(app)];
  const team = insertTeam(app, "Engines", [owner], "owner");
  const own = insertTeam(app, "Mine", [stranger], "owner");
  const [note, mine] = [insertNote(app, team, owner, "A secret"), insertNote(app, own, stranger, "My own")];
  const answerOf = async (id: string) => {
    const { status, body } = await clientOf(app, stranger).get(pageOf(id));
    return [status, textsOf({ body }, "main"), body.includes("A secret")];
  };
  const missing = await answerOf("not-there");
  expect(await answerOf(team)).toEqual(missing);
  expect([missing[0], missing[2]]).toEqual([403, false]);
  const add = await actionAt(app, stranger, pageOf(own), "Add");
  const remove = await actionAt(app, stranger, pageOf(own), "Delete");
  const send = async (url: string, fields: Record<string, string>) => (await sendAs(app, stranger, url, fields)).status;
  expect(await send(add, { team, text: "Theirs" })).toBe(403);
  expect(await send(add, { text: "No team's" })).toBe(403);
  expect(await send(remove, { team, id: note })).toBe(403);
  expect(await send(remove, { team: own, id: note })).toBe(200);
  expect(textsOfTeam(app, team)).toEqual(["A secret"]);
  expect(await send(remove, { team: own, id: mine })).toBe(200);
  expect(textsOfTeam(app, own)).toEqual([]);
});

test("team-rows: neither a viewer nor a removed editor writes", async ({ app }) => {
  const [owner, editor, viewer] = [await insertSession(app), await insertSession(app), await insertSession(app)];
  const team = insertTeam(app, "Engines", [owner], "owner");
  insertMember(app, team, editor, "editor");
  insertMember(app, team, viewer, "viewer");
  const id = insertNote(app, team, owner, "Oil");
  const removeEditor = await actionAt(app, owner, TEAMS, "Remove");
  const setRole = await actionAt(app, owner, TEAMS, "Make editor");
  const invite = await actionAt(app, owner, TEAMS, "Invite");
  const add = await actionAt(app, owner, pageOf(team), "Add");
  const remove = await actionAt(app, owner, pageOf(team), "Delete");
  const write = async (user: SignedInUser) => [
    (await sendAs(app, user, add, { team, text: "Mine" })).status,
    (await sendAs(app, user, remove, { team, id })).status,
  ];
  expect(await write(viewer)).toEqual([403, 403]);
  for (const attacker of [viewer, editor]) {
    const promotion = { team, member: attacker.id, role: "editor" };
    expect((await sendAs(app, attacker, setRole, promotion)).status).toBe(403);
    await sendAs(app, attacker, invite, { team, email: newEmail(), role: "editor" });
  }
  expect([roleOf(app, team, viewer), rows(app, "Invitation", "teamId", team)]).toEqual(["viewer", []]);
  await sendAs(app, owner, removeEditor, { team, member: editor.id });
  expect(await write(editor)).toEqual([403, 403]);
  expect(textsOfTeam(app, team)).toEqual(["Oil"]);
  expect((await clientOf(app, editor).get(pageOf(team))).status).toBe(403);
});

test("team-rows: no note is written while the role or the membership ends", async ({ app }) => {
  const editor = await insertSession(app);
  const team = insertTeam(app, "Engines", [editor], "editor");
  const id = insertNote(app, team, editor, "Oil");
  const add = await actionAt(app, editor, pageOf(team), "Add");
  const remove = await actionAt(app, editor, pageOf(team), "Delete");
  const demote = `UPDATE "Membership" SET "role" = 'viewer' WHERE "teamId" = ?`;
  const added = await changedMeanwhile(app, "Team", team, demote, () =>
    sendAs(app, editor, add, { team, text: "Late" }),
  );
  app.database.prepare(`UPDATE "Membership" SET "role" = 'editor' WHERE "teamId" = ?`).run(team);
  const leave = `DELETE FROM "Membership" WHERE "teamId" = ?`;
  const removed = await changedMeanwhile(app, "Team", team, leave, () => sendAs(app, editor, remove, { team, id }));
  expect([added.status, removed.status, textsOfTeam(app, team)]).toEqual([403, 403, ["Oil"]]);
});

test("team-rows: a guest joins in the role that the owner chose last", async ({ app }) => {
  const [owner, second, guest] = [await insertSession(app), await insertSession(app), await insertSession(app)];
  const team = insertTeam(app, "Engines", [owner, second], "owner");
  const invite = await actionAt(app, owner, TEAMS, "Invite");
  const token = async (role: string) => {
    await sendAs(app, owner, invite, { team, email: guest.email, role });
    return new URL(linkIn(await mailTo(app, guest.email))).searchParams.get("token") ?? "";
  };
  const [first, last] = [await token("editor"), await token("owner")];
  const join = await actionAt(app, guest, `${TEAMS}/join?token=${last}`, "Join");
  await sendAs(app, guest, join, { token: first, role: "editor" });
  expect(roleOf(app, team, guest)).toBeUndefined();
  await sendAs(app, guest, join, { token: last, role: "owner" });
  expect(roleOf(app, team, guest)).toBe("viewer");

  const setRole = await actionAt(app, owner, TEAMS, "Make editor");
  for (const role of ["owner", ""]) await sendAs(app, owner, setRole, { team, member: guest.id, role });
  await sendAs(app, owner, setRole, { team, member: second.id, role: "viewer" });
  expect([roleOf(app, team, guest), roleOf(app, team, second)]).toEqual(["viewer", "owner"]);
  await sendAs(app, owner, setRole, { team, member: guest.id, role: "editor" });
  expect(roleOf(app, team, guest)).toBe("editor");
});

test("team-rows: a note outlives its author, and many at once leave a thousand", async ({ app }) => {
  const [owner, author] = [await insertSession(app), await insertSession(app)];
  const team = insertTeam(app, "Engines", [owner], "owner");
  insertMember(app, team, author, "editor");
  inOneTransaction(app, () => {
    for (let count = 0; count < 998; count++) insertNote(app, team, author, `Note ${count}`);
  });
  const add = await actionAt(app, author, pageOf(team), "Add");
  await sendAtOnce(app, author, add, { team, text: "At once" });
  expect(textsOfTeam(app, team)).toHaveLength(1000);
  const deleteAccount = await actionAt(app, author, "/account", "Delete account");
  await sendAs(app, author, deleteAccount, { confirmation: author.email });
  expect(rows(app, "User", "id", author.id)).toEqual([]);
  expect(await htmlOf(app, owner, pageOf(team))).toContain("a former user");
  expect(textsOfTeam(app, team)).toHaveLength(1000);
});
