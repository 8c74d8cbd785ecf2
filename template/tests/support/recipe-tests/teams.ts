// What an attacker tries in the recipe for teams. The copy that recipes.spec.ts builds has it.

import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
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
  signedIn,
} from "../../../../tests/support/test.ts";
import { actionAt, actionOf, become, sendAs, sendAtOnce, setConfirmed, setUsed } from "./forms.ts";
import type { RecipeTest } from "./recipe-test.ts";

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
const joinAction = (page: Page, token: string) =>
  actionAt(page, `${PAGE}/join?${new URLSearchParams({ token })}`, "Join");

const membersOf = (app: App, team: string) => rows(app, "Membership", "teamId", team).map(({ userId }) => userId);

export function testTeams(test: RecipeTest): void {
  test("teams: an owner alone changes members, and of two who leave at once one stays", async ({
    page,
    app,
    user: owner,
  }) => {
    const [member, stranger] = [await insertSession(app), await insertSession(app)];
    const team = insertTeam(app, "Engines", [owner], "owner");
    insertMember(app, team, member);
    await page.goto(PAGE);
    const section = page.getByRole("region", { name: "Engines" });
    const makeOwner = await actionOf(section.getByRole("button", { name: "Make owner" }));
    const remove = await actionOf(section.getByRole("button", { name: "Remove" }));
    const deleteTeam = await actionOf(section.getByRole("button", { name: "Delete" }));
    const send = async (user: SignedInUser, url: string, who?: SignedInUser) => {
      const answer = await sendAs(app, user, url, { team, ...(who && { member: who.id }) });
      expect(answer.status).toBeLessThan(500);
    };
    const roles = () =>
      Object.fromEntries(rows(app, "Membership", "teamId", team).map((row) => [row.userId, row.role]));

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
    page,
    app,
    context,
  }) => {
    const stranger = await signedIn(app, context);
    const owners = [await insertSession(app), await insertSession(app)] as const;
    const team = insertTeam(app, "Secret engines", owners, "owner");
    await page.goto(PAGE);
    await expect(page.getByRole("button", { name: "Create" })).toBeVisible();
    expect(await page.content()).not.toContain("Secret engines");
    const url = await actionAt(page, "/account", "Delete account");
    await Promise.all(owners.map((owner) => sendAs(app, owner, url, { confirmation: owner.email })));
    expect(rows(app, "Membership", "teamId", team)).toHaveLength(1);
    expect(rows(app, "User", "id", stranger.id)).toHaveLength(1);
  });

  test("teams: many requests at once leave a user in fifty teams, and an invitation leads to no more", async ({
    page,
    app,
    user,
  }) => {
    const url = await actionAt(page, PAGE, "Create");
    for (let count = 0; count < 48; count++) insertTeam(app, "x", [user], "owner");
    const mine = () => rows(app, "Membership", "userId", user.id);
    await sendAtOnce(app, user, url, { name: "At once" });
    expect(mine()).toHaveLength(50);
    await page.getByLabel("New team").fill("One too many");
    await page.getByRole("button", { name: "Create" }).click();
    await expect(page.getByRole("alert")).toHaveText("You can be in 50 teams. Leave one first.");

    const owner = await insertSession(app);
    const team = insertTeam(app, "Engines", [owner], "owner");
    const token = insertInvitation(app, team, user.email, owner);
    await page.goto(`${PAGE}/join?${new URLSearchParams({ token })}`);
    await page.getByRole("button", { name: "Join" }).click();
    await expect(page.getByRole("alert")).toHaveText("You can be in 50 teams. Leave one first.");
    expect(mine()).toHaveLength(50);
    app.database.prepare(`DELETE FROM "Membership" WHERE "teamId" = ?`).run(String(mine()[0]?.teamId));
    const join = await joinAction(page, token);
    await sendAtOnce(app, user, join, { token });
    expect(rows(app, "Membership", "teamId", team)).toHaveLength(2);
  });

  test("invitations: only an owner invites, and a stolen link joins no one else", async ({ page, app, context }) => {
    const [member, stranger, guest] = [await insertSession(app), await insertSession(app), await insertSession(app)];
    const owner = await signedIn(app, context);
    const name = "Cheap watches at evil.example";
    const team = insertTeam(app, name, [owner], "owner");
    insertMember(app, team, member);
    const url = await actionAt(page, PAGE, "Invite");
    const invite = (user: SignedInUser, email: string) => sendAs(app, user, url, { team, email });
    const invited = (email: string) => rows(app, "Invitation", "email", email);
    for (const attacker of [member, stranger]) await invite(attacker, guest.email);
    await invite(owner, `${guest.email}, ${stranger.email}`);
    expect(rows(app, "Invitation", "teamId", team)).toEqual([]);

    await invite(owner, guest.email);
    const mail = await mailTo(app, guest.email);
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/watches|evil/);
    expect(mail.text).toContain(owner.email);
    const token = new URL(linkIn(mail)).searchParams.get("token") ?? "";
    await become(app, context, guest);
    const join = await joinAction(page, token);
    const isMember = ({ id }: SignedInUser) => membersOf(app, team).includes(id);
    await sendAs(app, stranger, join, { token });
    await sendAs(app, guest, join, { token: String(invited(guest.email)[0]?.hash) });
    expect([isMember(stranger), isMember(guest)]).toEqual([false, false]);
    await sendAs(app, guest, join, { token });
    expect(isMember(guest)).toBe(true);
    app.database.prepare(`DELETE FROM "Membership" WHERE "userId" = ?`).run(guest.id);
    await sendAs(app, guest, join, { token });
    expect(isMember(guest)).toBe(false);
  });

  test("invitations: an owner alone sees the open ones and withdraws one, which joins no one", async ({
    page,
    app,
    context,
  }) => {
    const [member, stranger] = [await insertSession(app), await insertSession(app)];
    const owner = await signedIn(app, context);
    const team = insertTeam(app, "Engines", [owner], "owner");
    insertMember(app, team, member);
    insertTeam(app, "Elsewhere", [stranger], "owner");
    const token = insertInvitation(app, team, stranger.email, owner);
    const invitation = page.getByText(`${stranger.email} · invited`);
    const withdraw = page.getByRole("button", { name: "Withdraw" });
    await page.goto(PAGE);
    await expect(invitation).toBeVisible();
    const url = await actionOf(withdraw);
    for (const attacker of [member, stranger]) {
      await sendAs(app, attacker, url, { team, email: stranger.email });
      await become(app, context, attacker);
      await page.goto(PAGE);
      await expect(page.getByRole("button", { name: "Leave" }).first()).toBeVisible();
      await expect(invitation).toHaveCount(0);
    }
    const join = await joinAction(page, token);
    await become(app, context, owner);
    await page.goto(PAGE);
    await expect(invitation).toBeVisible();
    await withdraw.click();
    await expect(invitation).toHaveCount(0);
    await sendAs(app, stranger, join, { token });
    expect(membersOf(app, team).toSorted()).toEqual([owner.id, member.id].toSorted());
  });

  test("invitations: a removed owner's own invitation joins no one", async ({ page, app, context }) => {
    const [removed, staying] = [await insertSession(app), await insertSession(app)];
    const second = await signedIn(app, context);
    const team = insertTeam(app, "Engines", [removed, staying], "owner");
    const token = insertInvitation(app, team, second.email, removed);
    const join = await joinAction(page, token);
    await become(app, context, staying);
    const remove = await actionAt(page, PAGE, "Remove");
    await sendAs(app, staying, remove, { team, member: removed.id });
    await sendAs(app, second, join, { token });
    expect(membersOf(app, team)).toEqual([staying.id]);
  });

  test("invitations: a member gets no invitation, and a removed member comes back by none", async ({
    page,
    app,
    context,
  }) => {
    const [owner, member, leaving] = [await signedIn(app, context), await insertSession(app), await insertSession(app)];
    const team = insertTeam(app, "Engines", [owner], "owner");
    // The member has taken the first address since, and takes the second one after the removal.
    const second = newEmail();
    const token = insertInvitation(app, team, member.email, owner);
    const toSecond = insertInvitation(app, team, second, owner);
    for (const each of [member, leaving]) insertMember(app, team, each);
    const remove = await actionAt(page, PAGE, "Remove");
    const invite = await actionAt(page, PAGE, "Invite");
    await sendAs(app, owner, invite, { team, email: leaving.email });
    expect(rows(app, "Invitation", "email", leaving.email)).toEqual([]);
    await become(app, context, member);
    const join = await joinAction(page, token);
    await sendAs(app, leaving, remove, { team, member: leaving.id });
    expect(rows(app, "Invitation", "teamId", team)).toHaveLength(2);
    await sendAs(app, owner, remove, { team, member: member.id });
    await sendAs(app, member, join, { token });
    app.database.prepare(`UPDATE "User" SET "email" = ? WHERE "id" = ?`).run(second, member.id);
    await sendAs(app, member, join, { token: toSecond });
    expect(membersOf(app, team)).toEqual([owner.id]);
  });

  test("invitations: a newer invitation ends the older one before its mail is under way", async ({
    page,
    app,
    context,
  }) => {
    const guest = await insertSession(app, newEmail("refused"));
    const owner = await signedIn(app, context);
    const team = insertTeam(app, "Engines", [owner], "owner");
    const token = insertInvitation(app, team, guest.email, owner);
    const url = await actionAt(page, PAGE, "Invite");
    await become(app, context, guest);
    const join = await joinAction(page, token);
    // The mail server refuses it.
    await sendAs(app, owner, url, { team, email: guest.email });
    await sendAs(app, guest, join, { token });
    expect(membersOf(app, team)).toEqual([owner.id]);
  });

  test("invitations: a join and a removal at once leave the member out", async ({ page, app, user: owner }) => {
    const members = await Promise.all(Array.from({ length: 12 }, () => insertSession(app)));
    const teams = members.map((member) => {
      const team = insertTeam(app, "Engines", [owner], "owner");
      insertMember(app, team, member);
      return team;
    });
    const remove = await actionAt(page, PAGE, "Remove");
    const [team = ""] = teams;
    const token = insertInvitation(app, team, owner.email, owner);
    const join = await joinAction(page, token);
    const tokens = members.map(({ email }, at) => insertInvitation(app, teams[at] ?? "", email, owner));
    await Promise.all(
      members.flatMap((member, at) => [
        sendAs(app, member, join, { token: tokens[at] ?? "" }),
        sendAs(app, owner, remove, { team: teams[at] ?? "", member: member.id }),
      ]),
    );
    for (const { id } of members) expect(rows(app, "Membership", "userId", id)).toEqual([]);
  });

  test("invitations: an address gets five mails, and a user sends ten", async ({ page, app, user: owner }) => {
    const team = insertTeam(app, "Engines", [owner], "owner");
    const url = await actionAt(page, PAGE, "Invite");
    const invite = async (email: string) => (await sendAs(app, owner, url, { team, email })).status;
    const guest = newEmail();
    for (let count = 0; count < 5; count++) expect(await invite(guest)).toBe(302);
    expect(await invite(guest)).toBe(429);
    for (let count = 0; count < 4; count++) expect(await invite(newEmail())).toBe(302);
    const last = newEmail();
    expect(await invite(last)).toBe(429);
    expect(rows(app, "Invitation", "email", last)).toEqual([]);
  });

  test("invitations: the mails of a client count together, of however many users", async ({ page, app, user }) => {
    const team = insertTeam(app, "Engines", [user], "owner");
    const url = await actionAt(page, PAGE, "Invite");
    const invite = async (client: string) => {
      const headers = { origin: app.origin, "x-forwarded-for": client };
      return (await sendAs(app, user, url, { team, email: newEmail() }, headers)).status;
    };
    const client = newClient();
    expect(await invite(client)).toBe(302);
    setUsed(app, "links", 150);
    expect([await invite(client), await invite(newClient())]).toEqual([429, 302]);
    setUsed(app, "links", 0);
  });

  test("teams: a wrong name is refused, and an unconfirmed user has no team", async ({ page, app, user }) => {
    await page.goto(PAGE);
    const field = page.getByLabel("New team");
    await field.evaluate((input: HTMLInputElement) => {
      input.removeAttribute("required");
      input.removeAttribute("maxlength");
    });
    for (const name of ["", "x".repeat(61)]) {
      await field.fill(name);
      await page.getByRole("button", { name: "Create" }).click();
      await expect(field).toHaveAccessibleDescription("A team's name has 1 to 60 characters.");
    }
    const create = await actionOf(page.getByRole("button", { name: "Create" }));
    setConfirmed(app, user, false);
    expect((await sendAs(app, user, create, { name: "Engines" })).status).toBe(403);
    expect(rows(app, "Membership", "userId", user.id)).toEqual([]);
  });
}
