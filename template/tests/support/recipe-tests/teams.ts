// What an attacker tries in the recipe for teams. The copy that recipes.spec.ts builds has it.

import { createHash } from "node:crypto";
import {
  type App,
  expect,
  insert,
  insertSession,
  linkIn,
  mailTo,
  newClient,
  newEmail,
  rows,
  type SignedInUser,
} from "../../../../tests/support/test.ts";
import { actionAt, htmlOf, sendAs, sendAtOnce, setConfirmed, setUsed } from "./forms.ts";
import { test } from "./test.ts";

const PAGE = "/protected/teams";

let teams = 0;

/** @returns the id of a new team */
export function insertTeam(app: App, name: string, members: readonly SignedInUser[], role: string): string {
  const team = `team-${process.pid}-${++teams}`;
  insert(app, "Team", { id: team, name });
  for (const member of members) insertMember(app, team, member, role);
  return team;
}

export const insertMember = (app: App, teamId: string, { id: userId }: SignedInUser, role = "member") =>
  insert(app, "Membership", { teamId, userId, role });

/** @returns the token of a new invitation */
function insertInvitation(app: App, teamId: string, email: string, inviter: SignedInUser): string {
  const token = `${email} to ${teamId}`;
  const hash = createHash("sha256").update(token).digest("base64url");
  const expires = new Date(Date.now() + 60_000).toISOString();
  insert(app, "Invitation", { teamId, inviterId: inviter.id, email, hash, expires });
  return token;
}

/** Where the page of an invitation sends its answer. */
const joinAction = (app: App, user: SignedInUser, token: string) =>
  actionAt(app, user, `${PAGE}/join?${new URLSearchParams({ token })}`, "Join");

const membersOf = (app: App, team: string) => rows(app, "Membership", "teamId", team).map(({ userId }) => userId);

test("teams: an owner alone changes members, and of two who leave at once one stays", async ({ app }) => {
  const [owner, member, stranger] = [await insertSession(app), await insertSession(app), await insertSession(app)];
  const team = insertTeam(app, "Engines", [owner], "owner");
  insertMember(app, team, member);
  const makeOwner = await actionAt(app, owner, PAGE, "Make owner");
  const remove = await actionAt(app, owner, PAGE, "Remove");
  const deleteTeam = await actionAt(app, owner, PAGE, "Delete");
  const send = async (user: SignedInUser, url: string, who?: SignedInUser) => {
    const answer = await sendAs(app, user, url, { team, ...(who && { member: who.id }) });
    expect(answer.status).toBeLessThan(500);
  };
  const roles = () => Object.fromEntries(rows(app, "Membership", "teamId", team).map((row) => [row.userId, row.role]));

  for (const attacker of [stranger, member]) {
    await send(attacker, makeOwner, attacker);
    await send(attacker, remove, owner);
    await send(attacker, deleteTeam);
    expect(roles()).toEqual({ [owner.id]: "owner", [member.id]: "member" });
  }
  // The last owner would stay anyway.
  await send(stranger, remove, member);
  expect(roles()[member.id]).toBe("member");

  await send(owner, makeOwner, member);
  expect(roles()).toEqual({ [owner.id]: "owner", [member.id]: "owner" });
  const leave = (user: SignedInUser) => send(user, remove, user);
  await Promise.all([leave(owner), leave(member)]);
  expect(Object.values(roles())).toEqual(["owner"]);
});

test("teams: of two owners who delete their accounts at once one stays, and a stranger reads no team", async ({
  app,
}) => {
  const stranger = await insertSession(app);
  const owners = [await insertSession(app), await insertSession(app)] as const;
  const team = insertTeam(app, "Secret engines", owners, "owner");
  expect(await htmlOf(app, stranger, PAGE)).not.toContain("Secret engines");
  const url = await actionAt(app, stranger, "/account", "Delete account");
  await Promise.all(owners.map((owner) => sendAs(app, owner, url, { confirmation: owner.email })));
  expect(rows(app, "Membership", "teamId", team)).toHaveLength(1);
  expect(rows(app, "User", "id", stranger.id)).toHaveLength(1);
});

test("teams: many requests at once leave a user in fifty teams, and an invitation leads to no more", async ({
  app,
}) => {
  const [user, owner] = [await insertSession(app), await insertSession(app)];
  const url = await actionAt(app, user, PAGE, "Create");
  for (let count = 0; count < 48; count++) insertTeam(app, "x", [user], "owner");
  const mine = () => rows(app, "Membership", "userId", user.id);
  await sendAtOnce(app, user, url, { name: "At once" });
  expect(mine()).toHaveLength(50);

  const team = insertTeam(app, "Engines", [owner], "owner");
  const token = insertInvitation(app, team, user.email, owner);
  const join = await joinAction(app, user, token);
  await sendAs(app, user, join, { token });
  expect(mine()).toHaveLength(50);
  app.database.prepare(`DELETE FROM "Membership" WHERE "teamId" = ?`).run(String(mine()[0]?.teamId));
  await sendAtOnce(app, user, join, { token });
  expect(rows(app, "Membership", "teamId", team)).toHaveLength(2);
});

test("invitations: only an owner invites, and a stolen link joins no one else", async ({ app }) => {
  const [owner, member] = [await insertSession(app), await insertSession(app)];
  const [stranger, guest] = [await insertSession(app), await insertSession(app)];
  const team = insertTeam(app, "Cheap watches at evil.example", [owner], "owner");
  insertMember(app, team, member);
  const url = await actionAt(app, owner, PAGE, "Invite");
  const invite = (user: SignedInUser, email: string) => sendAs(app, user, url, { team, email });
  for (const attacker of [member, stranger]) await invite(attacker, guest.email);
  await invite(owner, `${guest.email}, ${stranger.email}`);
  expect(rows(app, "Invitation", "teamId", team)).toEqual([]);

  await invite(owner, guest.email);
  const mail = await mailTo(app, guest.email);
  expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/watches|evil/);
  expect(mail.text).toContain(owner.email);
  const token = new URL(linkIn(mail)).searchParams.get("token") ?? "";
  const join = await joinAction(app, guest, token);
  const isMember = ({ id }: SignedInUser) => membersOf(app, team).includes(id);
  await sendAs(app, stranger, join, { token });
  await sendAs(app, guest, join, { token: String(rows(app, "Invitation", "email", guest.email)[0]?.hash) });
  expect([isMember(stranger), isMember(guest)]).toEqual([false, false]);
  await sendAs(app, guest, join, { token });
  expect(isMember(guest)).toBe(true);
  app.database.prepare(`DELETE FROM "Membership" WHERE "userId" = ?`).run(guest.id);
  await sendAs(app, guest, join, { token });
  expect(isMember(guest)).toBe(false);
});

test("invitations: an owner alone sees the open ones and withdraws one, which joins no one", async ({ app }) => {
  const [owner, member, stranger] = [await insertSession(app), await insertSession(app), await insertSession(app)];
  const team = insertTeam(app, "Engines", [owner], "owner");
  insertMember(app, team, member);
  const [token, guest] = [insertInvitation(app, team, stranger.email, owner), stranger.email];
  const url = await actionAt(app, owner, PAGE, "Withdraw");
  for (const attacker of [member, stranger]) await sendAs(app, attacker, url, { team, email: guest });
  expect(rows(app, "Invitation", "email", guest)).toHaveLength(1);
  expect(await htmlOf(app, owner, PAGE)).toContain(guest);
  expect(await htmlOf(app, member, PAGE)).not.toContain(guest);
  const join = await joinAction(app, stranger, token);
  await sendAs(app, owner, url, { team, email: guest });
  await sendAs(app, stranger, join, { token });
  expect(membersOf(app, team).toSorted()).toEqual([owner.id, member.id].toSorted());
});

test("invitations: a removed owner's own invitation joins no one", async ({ app }) => {
  const [removed, staying, second] = [await insertSession(app), await insertSession(app), await insertSession(app)];
  const team = insertTeam(app, "Engines", [removed, staying], "owner");
  const token = insertInvitation(app, team, second.email, removed);
  const join = await joinAction(app, second, token);
  const remove = await actionAt(app, staying, PAGE, "Remove");
  await sendAs(app, staying, remove, { team, member: removed.id });
  await sendAs(app, second, join, { token });
  expect(membersOf(app, team)).toEqual([staying.id]);
});

test("invitations: a member gets no invitation, and a removed member comes back by none", async ({ app }) => {
  const [owner, member, leaving] = [await insertSession(app), await insertSession(app), await insertSession(app)];
  const team = insertTeam(app, "Engines", [owner], "owner");
  // The member has taken the first address since, and takes the second one after the removal.
  const second = newEmail();
  const token = insertInvitation(app, team, member.email, owner);
  const toSecond = insertInvitation(app, team, second, owner);
  for (const each of [member, leaving]) insertMember(app, team, each);
  const remove = await actionAt(app, owner, PAGE, "Remove");
  const invite = await actionAt(app, owner, PAGE, "Invite");
  await sendAs(app, owner, invite, { team, email: leaving.email });
  expect(rows(app, "Invitation", "email", leaving.email)).toEqual([]);
  const join = await joinAction(app, member, token);
  await sendAs(app, leaving, remove, { team, member: leaving.id });
  expect(rows(app, "Invitation", "teamId", team)).toHaveLength(2);
  await sendAs(app, owner, remove, { team, member: member.id });
  await sendAs(app, member, join, { token });
  app.database.prepare(`UPDATE "User" SET "email" = ? WHERE "id" = ?`).run(second, member.id);
  await sendAs(app, member, join, { token: toSecond });
  expect(membersOf(app, team)).toEqual([owner.id]);
});

test("invitations: a newer invitation ends the older one before its mail is under way", async ({ app }) => {
  const [owner, guest] = [await insertSession(app), await insertSession(app, newEmail("refused"))];
  const team = insertTeam(app, "Engines", [owner], "owner");
  const token = insertInvitation(app, team, guest.email, owner);
  const url = await actionAt(app, owner, PAGE, "Invite");
  const join = await joinAction(app, guest, token);
  // The mail server refuses it.
  await sendAs(app, owner, url, { team, email: guest.email });
  await sendAs(app, guest, join, { token });
  expect(membersOf(app, team)).toEqual([owner.id]);
});

test("invitations: a join and a removal at once leave the member out", async ({ app }) => {
  const owner = await insertSession(app);
  const members = await Promise.all(Array.from({ length: 12 }, () => insertSession(app)));
  const teams = members.map((member) => {
    const team = insertTeam(app, "Engines", [owner], "owner");
    insertMember(app, team, member);
    return team;
  });
  const remove = await actionAt(app, owner, PAGE, "Remove");
  const join = await joinAction(app, owner, insertInvitation(app, teams[0] ?? "", owner.email, owner));
  const tokens = members.map(({ email }, at) => insertInvitation(app, teams[at] ?? "", email, owner));
  await Promise.all(
    members.flatMap((member, at) => [
      sendAs(app, member, join, { token: tokens[at] ?? "" }),
      sendAs(app, owner, remove, { team: teams[at] ?? "", member: member.id }),
    ]),
  );
  for (const { id } of members) expect(rows(app, "Membership", "userId", id)).toEqual([]);
});

test("invitations: an address gets five mails, a user sends ten, and the mails of a client count together", async ({
  app,
}) => {
  const [owner, another] = [await insertSession(app), await insertSession(app)];
  const team = insertTeam(app, "Engines", [owner, another], "owner");
  const url = await actionAt(app, owner, PAGE, "Invite");
  const invite = async (email: string, by = owner, client = newClient()) => {
    const headers = { origin: app.origin, "x-forwarded-for": client };
    return (await sendAs(app, by, url, { team, email }, headers)).status;
  };
  const [guest, last, client] = [newEmail(), newEmail(), newClient()];
  for (let count = 0; count < 5; count++) expect(await invite(guest)).toBe(302);
  expect(await invite(guest)).toBe(429);
  for (let count = 0; count < 4; count++) expect(await invite(newEmail())).toBe(302);
  expect(await invite(last)).toBe(429);
  expect(rows(app, "Invitation", "email", last)).toEqual([]);

  expect(await invite(newEmail(), another, client)).toBe(302);
  setUsed(app, "links", 150);
  expect([await invite(newEmail(), another, client), await invite(newEmail(), another)]).toEqual([429, 302]);
  setUsed(app, "links", 0);
});

test("teams: a wrong name is refused, and an unconfirmed user has no team", async ({ app }) => {
  const user = await insertSession(app);
  const create = await actionAt(app, user, PAGE, "Create");
  const send = async (name: string) => (await sendAs(app, user, create, { name })).status;
  expect([await send(""), await send("x".repeat(61))]).toEqual([422, 422]);
  setConfirmed(app, user, false);
  expect(await send("Engines")).toBe(403);
  expect(rows(app, "Membership", "userId", user.id)).toEqual([]);
});
