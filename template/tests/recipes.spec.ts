// The recipes of docs/recipes as written: applied to two copies of the project, whose `npm test` passes (its browser
// tests at night), and tried by requests, or in the browser where a script or a style decides. (Google is not called:
// its provider first reads settings from the network.) Each copy lacks another sign-in method, and that for JWT
// sessions has PostgreSQL only; first-changes.spec.ts has the rest of docs/first-changes.md, and SQLite only.

import { join } from "node:path";
import { expectAccessible } from "../../tests/support/accessible.ts";
import { type App, startApp } from "../../tests/support/app.ts";
import { clientOf, consentAtGitHub, signInByMailAs, textsOf } from "../../tests/support/client.ts";
import { isPostgreSqlHere } from "../../tests/support/postgresql/server.ts";
import {
  expect,
  expectRows,
  insert,
  insertSession,
  insertSessionRow,
  linkIn,
  mailTo,
  newClient,
  newEmail,
  newLogin,
  rows,
  type SignedInUser,
  signedIn,
} from "../../tests/support/test.ts";
import { NPM_TEST_TIMEOUT_MS, npmTest, runIn } from "./support/npm-test.ts";
import { expectOnly } from "./support/one-engine.ts";
import { type Sending, sendEvent, signatureOf, subscriptionEvent, WEBHOOK_SECRET } from "./support/payment-provider.ts";
import "./support/recipe-tests/challenges.ts";
import "./support/recipe-tests/details.ts";
import "./support/recipe-tests/device-codes.ts";
import "./support/recipe-tests/downloads.ts";
import "./support/recipe-tests/elsewhere.ts";
import { signInAtCompany } from "./support/recipe-tests/entry.ts";
import "./support/recipe-tests/form-of-docs.ts";
import {
  actionAt,
  ELSEWHERE,
  htmlOf,
  pressed,
  sendAs,
  setConfirmed,
  setExpires,
  setHoursAgo,
  setUsed,
} from "./support/recipe-tests/forms.ts";
import "./support/recipe-tests/lines.ts";
import "./support/recipe-tests/lists.ts";
import { insertNotes, SHARED_NOTES, shareNewNote } from "./support/recipe-tests/notes.ts";
import "./support/recipe-tests/notes-attacks.ts";
import "./support/recipe-tests/passwords.ts";
import { ADMIN, test } from "./support/recipe-tests/test.ts";
import "./support/recipe-tests/recovery-codes.ts";
import "./support/recipe-tests/team-rows.ts";
import { insertTeam } from "./support/recipe-tests/teams.ts";
import { makingAt } from "./support/recipe-tests/tokens.ts";
import "./support/recipe-tests/uploads.ts";
import "./support/recipe-tests/zoned-times.ts";
import { expectModelPage } from "./support/model-page.ts";

test("the tests pass with all recipes but that for JWT sessions and without passkeys, in a folder with spaces and no locale", {
  tag: "@night",
}, ({ app }) => {
  test.setTimeout(NPM_TEST_TIMEOUT_MS);
  npmTest(app.folder, "e2e");
});

test("protected-page, mail-api: a mail through the API leads back to the page", async ({ app }) => {
  const [client, email] = [clientOf(app), newEmail()];
  expect((await client.get("/reports")).location?.pathname).toBe("/");
  await signInByMailAs(client, app, email);
  expect(textsOf(await client.get("/reports"), "h1")).toEqual([`Reports of ${email}`]);
  expect(await mailTo(app, email)).toMatchObject({
    from: { address: "sign-in@example.org" },
    headers: { "Auto-Submitted": "auto-generated", References: expect.stringMatching(/^<.+@example\.org>$/) },
  });
});

test("mail-api: the log says what the API has answered, without the address in it", async ({ app }) => {
  const [client, email] = [clientOf(app), newEmail("refused")];
  await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
  await expect.poll(() => app.log()).toContain("The mail API answered 422");
  expect(await app.log()).not.toContain(email);
});

test("mail-api: line breaks in an address or a title add neither a recipient nor a header", async ({ app }) => {
  const [email, other] = [newEmail(), newEmail()];
  const before = app.mailbox.mails.length;
  const send = async (to: string, title: string) => {
    const answer = await fetch(`${app.origin}/api/mail`, { method: "POST", body: JSON.stringify({ to, title }) });
    return (await answer.json()).isSent;
  };
  for (const end of ["\r\n", "\n", "\r", "\u2028"]) {
    expect(await send(`${email}${end}Bcc: ${other}`, "Hello")).toBe(false);
    expect(await send(email, `Hello${end}Bcc: ${other}${end}${end}Buy`)).toBe(true);
  }
  const mails = app.mailbox.mails.slice(before).filter(({ to }) => [email, other].includes(to?.[0]?.address ?? ""));
  expect(mails.map(({ from, to, headers }) => [from?.address, to?.[0]?.address, Object.keys(headers)])).toEqual(
    Array.from({ length: 4 }, () => ["sign-in@example.org", email, ["Auto-Submitted", "References"]]),
  );
});

test("provider: each new provider has a button, Discord's leads to Discord, and a company's issuer signs a user up", async ({
  app,
}) => {
  const client = clientOf(app);
  const { location } = await client.post("/api/auth/signin/discord", { csrfToken: await client.csrfToken() });
  expect(`${location?.origin}${location?.pathname}`).toBe("https://discord.com/api/oauth2/authorize");
  expect(location?.searchParams.get("redirect_uri")).toBe(`${app.origin}/api/auth/callback/discord`);
  const buttons = textsOf(await client.open("/sign-in"), "button").join();
  for (const name of ["Google", "Discord", "Company"]) expect(buttons).toContain(`Continue with ${name}`);
  const login = newLogin();
  expect((await signInAtCompany(client, login)).location?.pathname).toBe("/welcome");
  expect(rows(app, "User", "email", `${login}@example.com`)).toHaveLength(1);
});

test("model, model-actions, model-page: the page of notes shows, takes and deletes the user's own alone", ({ app }) =>
  expectModelPage(app, {
    path: "/protected/notes",
    title: "Notes",
    table: "Note",
    add: "Add",
    added: [{ text: "Buy bread" }, { text: "Call Ada" }],
    shown: ["Call Ada", "Buy bread"],
    refused: [
      [{ text: "" }, "Please write something."],
      [{ text: "x".repeat(501) }, "A note has at most 500 characters."],
    ],
    others: { text: "Not yours" },
    othersText: "Not yours",
  }));

test("secret-link: a visitor reads the note, and no header, log or table has the token", async ({ app }) => {
  const user = await insertSession(app);
  const link = await shareNewNote(app, user, "For Grace <b>alone</b>");
  const answer = await fetch(link);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
    "cache-control": "no-store",
  });
  expect(await answer.text()).toContain("For Grace &lt;b>alone&lt;/b>");
  const stored = JSON.stringify(app.database.prepare(`SELECT * FROM "NoteLink"`).all());
  expect((await app.log()) + stored).not.toContain(new URL(link).searchParams.get("token"));
});

test("secret-link: a link that is unknown, over or revoked is a 404, and no user shares or closes another's note", async ({
  app,
}) => {
  const [other, eve] = [await insertSession(app), await insertSession(app)];
  const text = "Not for Eve";
  const link = await shareNewNote(app, other, text);
  const open = async (url: string) => {
    const answer = await fetch(url);
    return [answer.status, (await answer.text()).includes(text)];
  };
  expect(await open(link)).toEqual([200, true]);
  for (const end of ["x", ""]) expect(await open(link.slice(0, -1) + end)).toEqual([404, false]);
  expect(await open(`${app.origin}/note`)).toEqual([404, false]);

  const { id } = rows(app, "Note", "userId", other.id)[0] ?? {};
  const [{ id: linkId }] = rows(app, "NoteLink", "noteId", String(id)) as [{ id: string }];
  await shareNewNote(app, eve, "Of Eve");
  await sendAs(app, eve, await actionAt(app, eve, SHARED_NOTES, "Make a link"), { id: String(id) });
  const revoke = await actionAt(app, eve, SHARED_NOTES, "Revoke");
  await sendAs(app, eve, revoke, { link: linkId });
  expect(rows(app, "NoteLink", "noteId", String(id))).toHaveLength(1);
  expect(await open(link)).toEqual([200, true]);

  setExpires(app, "NoteLink", "id", linkId, -1);
  expect(await open(link)).toEqual([404, false]);
  setExpires(app, "NoteLink", "id", linkId, 60);
  await sendAs(app, other, revoke, { link: linkId });
  expect(rows(app, "NoteLink", "noteId", String(id))).toEqual([]);
  expect(await open(link)).toEqual([404, false]);
});

const CUSTOMER = "A customer has 1 to 100 characters.";
const AMOUNT = "An amount is a number from 0.01 to 1,000,000, such as 12.50.";

test("AGENTS.md alone: the page of its block of code shows, takes and deletes the user's own rows alone", ({ app }) =>
  expectModelPage(app, {
    path: "/protected/invoices",
    title: "Invoices",
    table: "Invoice",
    add: "Add invoice",
    added: [
      { customer: "Ada", amount: "12,5" },
      { customer: "Grace", amount: "7" },
    ],
    shown: ["Grace: €7.00", "Ada: €12.50"],
    // Both fields of a form say at once what is wrong.
    refused: [
      [{ customer: "", amount: "1e5" }, CUSTOMER, AMOUNT],
      [{ customer: "Ada", amount: "1000000.01" }, AMOUNT],
    ],
    others: { customer: "Eve", cents: 100 },
    othersText: "Eve: €1.00",
  }));

/** The user's plan, as the database has it. */
const planOf = (app: App, { id }: SignedInUser) => rows(app, "User", "id", id)[0]?.plan;

test("session-field, webhook: a signed event gives a plan and takes it, and the page and the session show it", async ({
  app,
}) => {
  const user = await insertSession(app);
  const client = clientOf(app, user);
  const shown = async () => textsOf(await client.get("/protected/plan"), "h1");
  const headers = { cookie: `authjs.session-token=${user.sessionToken}` };
  const answer = await sendEvent(app.origin, subscriptionEvent(user.id, "active"), { headers });
  expect([await answer.json(), answer.headers.get("set-cookie")]).toEqual([{ received: true }, null]);
  expect(await shown()).toEqual(["Your plan: pro"]);
  expect(JSON.parse((await client.get("/api/auth/session")).body).user.plan).toBe("pro");
  // While the secret is changed, the provider signs with both.
  const ended = subscriptionEvent(user.id, "canceled");
  expect((await sendEvent(app.origin, ended, { secrets: ["whsec_other", WEBHOOK_SECRET] })).status).toBe(200);
  expect(await shown()).toEqual(["Your plan: free"]);
});

test("webhook: what the provider has not signed just now, or whose user is no text, changes nothing", async ({
  app,
}) => {
  const user = await insertSession(app);
  const event = subscriptionEvent(user.id, "active");
  const body = JSON.stringify(event);
  const header = signatureOf(body);
  const later = header.replace(/t=(\d+)/, (_, time) => `t=${Number(time) + 1}`);
  const refused: [what: string, sending: Sending][] = [
    ["no header", { headers: { "stripe-signature": "" } }],
    ["no signature", { headers: { "stripe-signature": header.replace(/,.*/, "") } }],
    ["half a signature", { headers: { "stripe-signature": header.slice(0, -32) } }],
    ["another scheme", { headers: { "stripe-signature": header.replace("v1", "v0") } }],
    ["another secret", { secrets: ["whsec_other"] }],
    ["an empty secret", { secrets: [""] }],
    ["another body", { body: body.replace("active", "trialing") }],
    ["another time", { headers: { "stripe-signature": later } }],
    ["an old time", { age: 301_000 }],
    ["a time to come", { age: -600_000 }],
  ];
  for (const [what, sending] of refused) {
    const answer = await sendEvent(app.origin, event, sending);
    expect([answer.status, await answer.json()], what).toEqual([400, { error: "invalid_signature" }]);
  }
  expect((await sendEvent(app.origin, event, { headers: ELSEWHERE })).status).toBe(403);
  const ids: unknown[] = [{ not: "" }, { in: [user.id] }, [user.id], 0, null];
  for (const id of ids)
    expect((await sendEvent(app.origin, subscriptionEvent(id as string, "active"))).status, JSON.stringify(id)).toBe(
      200,
    );
  const large = { ...event, more: "x".repeat(1024 * 1024) };
  expect((await sendEvent(app.origin, large)).status).toBe(413);
  expect(planOf(app, user)).toBe("free");
  expect((await sendEvent(app.origin, event, { age: 240_000 })).status).toBe(200);
  expect(planOf(app, user)).toBe("pro");

  const bare = await startApp(app.folder, { ...app.env, WEBHOOK_SECRET: "" });
  expect((await sendEvent(bare.origin, event, { secrets: [""] })).status).toBe(500);
  await bare.stop();
});

test("webhook: an event counts once, an older one changes nothing, and one that failed counts when it is sent again", async ({
  app,
}) => {
  const user = await insertSession(app);
  const started = subscriptionEvent(user.id, "active", 20);
  const ended = subscriptionEvent(user.id, "canceled", 10);
  const older = subscriptionEvent(user.id, "active", 15);
  const send = async (...events: object[]) =>
    (await Promise.all(events.map((event) => sendEvent(app.origin, event)))).map(({ status }) => status);
  const changes = () => app.database.prepare(`SELECT * FROM "RateLimit" WHERE "key" = ?`).all(`webhook:${started.id}`);
  expect(await send(started)).toEqual([200]);
  expect([planOf(app, user), changes().length]).toEqual(["pro", 1]);
  expect(await send(ended)).toEqual([200]);
  expect(await send(started, older)).toEqual([200, 200]);
  expect(planOf(app, user)).toBe("free");

  const again = subscriptionEvent(user.id, "active");
  app.database.exec(`ALTER TABLE "User" RENAME COLUMN "planChangedAt" TO "faulty"`);
  expect(await send(again)).toEqual([500]);
  app.database.exec(`ALTER TABLE "User" RENAME COLUMN "faulty" TO "planChangedAt"`);
  expect(planOf(app, user)).toBe("free");
  expect(await send(again)).toEqual([200]);
  expect(planOf(app, user)).toBe("pro");
  expect(await send(subscriptionEvent(user.id, "incomplete"))).toEqual([200]);
  expect(planOf(app, user)).toBe("pro");
  expect(await send(subscriptionEvent("no-user", "active"))).toEqual([200]);
});

test("webhook: many deliveries of two events at once leave the plan of the later one", async ({ app }) => {
  const user = await insertSession(app);
  const events = [subscriptionEvent(user.id, "active", 20), subscriptionEvent(user.id, "canceled", 10)];
  const deliveries = Array.from({ length: 6 }, () => events).flat();
  const answers = await Promise.all(deliveries.map((event) => sendEvent(app.origin, event)));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(planOf(app, user)).toBe("free");
});

/** What a user gets of the page for administrators. */
async function adminPage(app: App, user: SignedInUser) {
  const answer = await clientOf(app, user).get("/protected/admin");
  return [answer.status, textsOf(answer, "h1").some((title) => /^Users: \d+$/.test(title))];
}

test("role: the first administrator has the page, if confirmed, and all others a 403", async ({ app }) => {
  expect(await adminPage(app, await insertSession(app))).toEqual([403, false]);
  const admin = await insertSession(app, ADMIN);
  expect(await adminPage(app, admin)).toEqual([200, true]);
  setConfirmed(app, admin, false);
  expect(await adminPage(app, admin)).toEqual([403, false]);
});

/** A user with the role of the recipe. */
async function insertAdmin(app: App): Promise<SignedInUser> {
  const admin = await insertSession(app);
  setRole(app, admin, true);
  return admin;
}

function setRole(app: App, { id }: SignedInUser, isAdmin: boolean): void {
  app.database.prepare(`UPDATE "User" SET "isAdmin" = ${isAdmin} WHERE "id" = ?`).run(id);
}

const usersFrom = (begin: string) => `/protected/users?${new URLSearchParams({ begin })}`;

test("users: an administrator finds users, and signs them out", async ({ app }) => {
  const users = await Promise.all(Array.from({ length: 51 }, () => insertSession(app, newEmail("listed"))));
  const [user] = users as [SignedInUser];
  const admin = await insertAdmin(app);
  const client = clientOf(app, admin);
  const listed = async (path: string) => textsOf(await client.get(path), "li").filter((text) => text.includes(" · "));
  expect(await listed(usersFrom("listed."))).toHaveLength(50);
  const [, next = ""] = (await client.get(usersFrom("listed."))).body.match(/href="(\?begin=[^"]*)"/) ?? [];
  expect(await listed(`/protected/users${next.replaceAll("&amp;", "&")}`)).toHaveLength(1);

  const own = usersFrom(user.email);
  expect((await listed(own)).join()).toMatch(`${user.email} · sessions: 1 `);
  await sendAs(app, admin, await actionAt(app, admin, own, "Sign out everywhere"), { id: user.id });
  expect((await listed(own)).join()).toMatch(`${user.email} · sessions: 0 `);
  expect(rows(app, "Session", "userId", user.id)).toEqual([]);
});

test("users: a role needs a fresh sign-in and a confirmed address, and ends at once", async ({ app }) => {
  const [user, admin] = [await insertSession(app), await insertAdmin(app)];
  const list = usersFrom(user.email);
  const action = await actionAt(app, admin, list, "Make administrator");
  const give = async () => (await sendAs(app, admin, action, { id: user.id, isAdmin: "yes" })).status;
  const isAdmin = () => Boolean(rows(app, "User", "id", user.id)[0]?.isAdmin);
  setConfirmed(app, user, false);
  expect([await give(), isAdmin()]).toEqual([422, false]);
  const given = (await app.entries()).filter((entry) => entry.admin === admin.id && entry.msg === "admin: role given");
  expect(given).toEqual([]);
  setRole(app, user, true);
  await sendAs(app, admin, action, { id: user.id, isAdmin: "no" });
  expect(isAdmin()).toBe(false);
  setConfirmed(app, user, true);
  setHoursAgo(app, admin, 1);
  const stale = await sendAs(app, admin, action, { id: user.id, isAdmin: "yes" });
  expect([stale.headers.get("location"), isAdmin()]).toEqual([expect.stringContaining("FreshSignInRequired"), false]);
  setHoursAgo(app, admin, 0);
  setRole(app, admin, false);
  expect([await give(), isAdmin()]).toEqual([403, false]);
  expect((await clientOf(app, admin).get(list)).status).toBe(403);
  setRole(app, admin, true);
  await give();
  expect(isAdmin()).toBe(true);
});

test("users: without the role no action of the list does anything", async ({ app }) => {
  const [user, other, admin] = [await insertSession(app), await insertSession(app), await insertAdmin(app)];
  for (const name of ["Sign out everywhere", "Make administrator", "Act as this user"]) {
    const url = await actionAt(app, admin, usersFrom(other.email), name);
    expect((await sendAs(app, user, url, { id: other.id, isAdmin: "yes" })).status, name).toBe(403);
  }
  expect(rows(app, "Session", "userId", other.id)).toHaveLength(1);
  expect(rows(app, "Session", "userId", user.id)).toMatchObject([{ actsAs: null }]);
});

/** Presses the button in the list of users. */
async function actAs(app: App, admin: SignedInUser, { id, email }: SignedInUser): Promise<void> {
  await sendAs(app, admin, await actionAt(app, admin, usersFrom(email), "Act as this user"), { id });
  expect(await htmlOf(app, admin, "/account")).toContain(`You act as ${email}.`);
}

/** Fails if an administrator's pages are not those of the own session. */
async function expectOwnSession(app: App, admin: SignedInUser): Promise<void> {
  const html = await htmlOf(app, admin, "/account");
  expect([html.includes(admin.email), html.includes("You act as")]).toEqual([true, false]);
}

test("impersonation: each page names the user as whom an administrator acts, no sign-in counts as fresh, and one press ends it", async ({
  app,
}) => {
  const [user, admin] = [await insertSession(app), await insertAdmin(app)];
  await actAs(app, admin, user);
  for (const path of ["/", "/protected"]) expect(await htmlOf(app, admin, path)).toContain(`You act as ${user.email}.`);
  const client = clientOf(app, admin);
  const connection = { csrfToken: await client.csrfToken(), connect: "true", callbackUrl: "/account" };
  const { location } = await client.post("/api/auth/signin/github", connection);
  expect(location?.searchParams.get("error")).toBe("FreshSignInRequired");
  // Signing in again takes the user's own mailbox.
  const fields = (await client.open(location?.href ?? "")).body.match(/<input[^>]* type="email"[^>]*>/)?.[0];
  expect(fields).toContain(`value="${user.email}"`);
  expect(fields).toContain("readonly");

  await sendAs(app, admin, await actionAt(app, admin, "/account", "Stop"), {});
  await expectOwnSession(app, admin);
  const events = (await app.entries()).filter((entry) => entry.admin === admin.id && entry.user === user.id);
  expect(events.map(({ msg }) => msg)).toEqual(["admin: acts as a user", "admin: stopped acting as a user"]);
  expect(rows(app, "Session", "userId", user.id)).toHaveLength(1);
});

test("impersonation: an administrator who acts changes nothing, and takes nothing that outlives the role", async ({
  app,
}) => {
  const [user, admin] = [await insertSession(app), await insertSession(app)];
  const team = insertTeam(app, "Engines", [user], "owner");
  const presses: [url: string, fields: Record<string, string>][] = [
    [await makingAt(app, user), { name: "x" }],
    [await actionAt(app, user, "/protected/teams", "Invite"), { team, email: newEmail() }],
    [await actionAt(app, user, "/account", "Save<"), { name: "Mallory" }],
    [await actionAt(app, user, "/account", "Delete account"), { confirmation: user.email }],
  ];
  setRole(app, admin, true);
  const acts = app.database.prepare(`UPDATE "Session" SET "actsAs" = ? WHERE "userId" = ?`);
  acts.run(user.id, admin.id);
  for (const [url, fields] of presses) expect((await sendAs(app, admin, url, fields)).status, url).toBe(403);
  expect(rows(app, "Invitation", "teamId", team)).toEqual([]);
  expect(rows(app, "ApiToken", "userId", user.id)).toEqual([]);
  expect(rows(app, "User", "id", user.id)).toMatchObject([{ name: null }]);
});

test("impersonation: no administrator acts as another one, and one who loses the role stops at once", async ({
  app,
}) => {
  const [user, other, admin] = [await insertSession(app), await insertAdmin(app), await insertAdmin(app)];
  const action = await actionAt(app, admin, usersFrom(user.email), "Act as this user");
  for (const by of [admin, user]) expect((await sendAs(app, by, action, { id: other.id })).status).toBe(403);
  await actAs(app, admin, user);
  setRole(app, user, true);
  await expectOwnSession(app, admin);
  setRole(app, user, false);
  await actAs(app, admin, user);
  setRole(app, admin, false);
  await expectOwnSession(app, admin);
});

test("impersonation-activity: an administrator's acts are not shown as the user's own, and acting that has ended does not resume", async ({
  app,
}) => {
  const [user, admin] = [await insertSession(app), await insertAdmin(app)];
  await actAs(app, admin, user);
  const download = () => clientOf(app, admin).get("/account/data");
  expect((await download()).status).toBe(200);
  const acts = rows(app, "SecurityEvent", "userId", user.id);
  expect(acts.map(({ event, provider, userAgent }) => [event, provider, userAgent])).toEqual([
    ["administrator acted", null, null],
    ["An administrator acted as you: Data downloaded", null, null],
  ]);
  expect(await htmlOf(app, user, "/account")).toContain("An administrator acted as you: Data downloaded");
  setRole(app, admin, false);
  await expectOwnSession(app, admin);
  setRole(app, admin, true);
  await expectOwnSession(app, admin);
  await download();
  expect(rows(app, "SecurityEvent", "userId", admin.id).map(({ event }) => event)).toEqual(["data downloaded"]);
});

test("teams, invitations: the invited user alone joins, and the last owner stays", async ({ app }) => {
  const [guest, stranger, owner] = [await insertSession(app), await insertSession(app), await insertSession(app)];
  const press = async (user: SignedInUser, path: string, button: string, fields: Record<string, string>) =>
    sendAs(app, user, await actionAt(app, user, path, button), fields);
  const TEAMS = "/protected/teams";
  await press(owner, TEAMS, "Create", { name: "Engines" });
  const team = String(rows(app, "Membership", "userId", owner.id)[0]?.teamId);
  await press(owner, TEAMS, "Invite", { team, email: guest.email });
  const link = linkIn(await mailTo(app, guest.email));
  const token = new URL(link).searchParams.get("token") ?? "";
  expect(JSON.stringify(rows(app, "Invitation", "email", guest.email))).not.toContain(token);
  const leave = { team, member: owner.id };
  expect((await press(owner, TEAMS, "Leave", leave)).headers.getSetCookie().join()).toContain("lastOwner");
  await press(owner, "/account", "Delete account", { confirmation: owner.email });
  expect(rows(app, "User", "id", owner.id)).toHaveLength(1);

  const expectClosed = async (user: SignedInUser) =>
    expect(await htmlOf(app, user, link)).toContain("This invitation is not open");
  await expectClosed(stranger);
  setConfirmed(app, guest, false);
  await expectClosed(guest);
  setConfirmed(app, guest, true);
  setExpires(app, "Invitation", "email", guest.email, -1);
  await expectClosed(guest);
  setExpires(app, "Invitation", "email", guest.email, 60);
  await press(guest, link, "Join", { token });
  expect(await htmlOf(app, guest, TEAMS)).toMatch(/Engines(?!.*Invite to Engines)/s);
  expect(await htmlOf(app, guest, "/account/data")).toContain("Engines");
  await expectClosed(guest);

  await press(owner, TEAMS, "Make owner", { team, member: guest.id });
  await press(owner, TEAMS, "Leave", leave);
  expect(await htmlOf(app, owner, TEAMS)).not.toContain("Engines");
  expect(rows(app, "Membership", "teamId", team)).toMatchObject([{ userId: guest.id, role: "owner" }]);
});

/** The link to unsubscribe in the newest mail to an address. */
async function unsubscribeLinkIn(app: App, address: string): Promise<string> {
  const { text = "", headers } = await mailTo(app, address);
  const link = text.match(/https?:\/\/\S+unsubscribe\S+/)?.[0] ?? "";
  expect(headers).toMatchObject({
    "List-Unsubscribe": `<${link}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  return link;
}

const RFC_8058 = { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };

test("mail-to-others: a customer or the mail program ends the reminders, and no user sends more", async ({ app }) => {
  const [user, customers] = [await insertSession(app), [newEmail(), newEmail()] as const];
  const action = await actionAt(app, user, "/protected/reminders", "Send reminder");
  for (const email of customers) await sendAs(app, user, action, { email, invoice: "RE-2026/12" });
  const mail = await mailTo(app, customers[0]);
  expect(mail.subject).toContain("Reminder of invoice RE-2026/12");
  expect(`${mail.text}${mail.html}`).toContain(user.email);
  const link = await unsubscribeLinkIn(app, customers[0]);
  const press = await actionAt(app, undefined, link, "Unsubscribe");
  expect(rows(app, "Unsubscribed", "email", customers[0])).toEqual([]);
  const pressed = await sendAs(app, undefined, press, Object.fromEntries(new URL(link).searchParams));
  expect(pressed.status).toBeLessThan(400);
  const answer = await fetch(await unsubscribeLinkIn(app, customers[1]), RFC_8058);
  expect([await answer.json(), answer.headers.get("set-cookie")]).toEqual([{ unsubscribed: true }, null]);
  for (const customer of customers) {
    expect(rows(app, "Unsubscribed", "email", customer)).toHaveLength(1);
    const again = await sendAs(app, user, action, { email: ` ${customer.toUpperCase()}`, invoice: "8" });
    expect(await again.text()).toContain("This customer gets no more reminders.");
  }
});

test("mail-to-others: a forged link unsubscribes no one, and neither a user, a client nor an address has many mails", async ({
  app,
}) => {
  const [customer, other] = [newEmail(), newEmail()];
  const [user, another] = [await insertSession(app), await insertSession(app)];
  const sent = () => app.mailbox.mails.filter(({ subject }) => subject?.startsWith("Reminder")).length;
  const before = sent();
  const action = await actionAt(app, user, "/protected/reminders", "Send reminder");
  const send = async (email: string, invoice = "9", by = user, client = newClient()) =>
    (await sendAs(app, by, action, { email, invoice }, { origin: app.origin, "x-forwarded-for": client })).status;
  expect(await send(`${customer}, ${other}`)).toBe(422);
  const advertisements = ["9".repeat(21), "7 cheap watches", "evil.example/7", "7\u2028Bcc:e", "ＷＡＴＣＨ7", "//"];
  for (const advertisement of advertisements) expect(await send(customer, advertisement), advertisement).toBe(422);
  setConfirmed(app, user, false);
  expect(await send(customer)).toBe(422);
  setConfirmed(app, user, true);
  expect(sent()).toBe(before);

  /** The one beyond a limit is counted, too. */
  const expectMost = async (address: () => string, most: number) => {
    for (let count = 0; count < most; count++) expect(await send(address())).toBe(302);
    expect(await send(address())).toBe(429);
  };
  await expectMost(() => customer, 3);
  const link = new URL(await unsubscribeLinkIn(app, customer));
  const press = await actionAt(app, undefined, link.href, "Unsubscribe");
  for (const [name, value] of [
    ["to", other],
    ["token", "x"],
    ["token", ""],
  ] as const) {
    const forged = new URL(link);
    forged.searchParams.set(name, value);
    expect((await fetch(forged, RFC_8058)).status).toBe(404);
    expect((await sendAs(app, undefined, press, Object.fromEntries(forged.searchParams))).status).toBe(422);
  }
  for (const method of ["GET", "HEAD"]) expect((await fetch(link, { method })).status).toBe(200);
  for (const address of [customer, other]) expect(rows(app, "Unsubscribed", "email", address)).toEqual([]);

  await expectMost(newEmail, 6);
  expect(sent() - before).toBe(9);

  const client = newClient();
  expect(await send(newEmail(), "9", another, client)).toBe(302);
  setUsed(app, "links", 150);
  expect([await send(newEmail(), "9", another, client), await send(newEmail(), "9", another)]).toEqual([429, 302]);
  setUsed(app, "links", 0);
});

test("third-party: another site's script, font and frame work", async ({ page, context }) => {
  const answers: [site: string, contentType: string, body: string | Buffer][] = [
    ["https://plausible.io/js/*", "text/javascript", `fetch("https://plausible.io/api/event", { method: "POST" });`],
    ["https://plausible.io/api/event", "text/plain", "ok"],
    [
      "https://fonts.googleapis.com/**",
      "text/css",
      `@font-face { font-family: Inter; src: url("https://fonts.gstatic.com/inter.woff2"); }`,
    ],
    ["https://fonts.gstatic.com/**", "font/woff2", Buffer.alloc(0)],
    ["https://www.youtube-nocookie.com/**", "text/html", "<p>The film</p>"],
  ];
  const headers = { "access-control-allow-origin": "*" };
  for (const [site, contentType, body] of answers)
    await context.route(site, (route) => route.fulfill({ contentType, body, headers }));
  const [event, font] = [page.waitForRequest("**/api/event"), page.waitForRequest("**/inter.woff2")];
  await page.goto("/elsewhere");
  await expect(page.frameLocator("iframe").getByText("The film")).toBeVisible();
  expect((await event).method()).toBe("POST");
  await font;
});

test("github-api: GitHub is asked with the user's own token, which is refreshed", async ({ app }) => {
  const [client, login] = [clientOf(app), newLogin()];
  await client.get(await consentAtGitHub(client, { login }));
  const expectLogin = async (refreshes: number) => {
    expect(textsOf(await client.get("/protected/github"), "h1")).toEqual([`At GitHub: ${login}`]);
    expect(app.refreshes()).toBe(refreshes);
  };
  await expectLogin(0);
  app.database.exec(`UPDATE "Account" SET "expires_at" = 1`);
  await expectLogin(1);
  await expectLogin(1);
  const ask = async (path: string, by = client) =>
    JSON.parse((await by.get(`/api/github-path?${new URLSearchParams({ path })}`)).body);
  expect(await ask("/user")).toMatchObject({ login });
  const stored = JSON.stringify(app.database.prepare(`SELECT * FROM "Account"`).all());
  expect(stored).toContain("access_token");
  expect(stored + (await app.log())).not.toMatch(/gh[ors]_/);
  for (const path of ["/../../user", "/%2e%2e/user", "user", "@other.example/user", "https://other.example/", "/user#"])
    expect(await ask(path), path).toBe("Not a path");
  expect(await ask("/user", clientOf(app, await insertSession(app)))).toBe(null);
});

test.describe(() => {
  test.use({ locale: "de-DE" });

  test("another-language: a browser that asks for German gets the sign-in page in it, also after a click, and others get English", async ({
    page,
    app,
  }) => {
    const errors: Error[] = [];
    page.on("pageerror", (error) => errors.push(error));
    const response = await page.goto("/sign-in");
    expect(await response?.text()).toMatch(/<html lang="de"[\s\S]*Neu hier\?/);
    await expect(page.getByRole("textbox", { name: "E-Mail" })).toBeFocused();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Bei .* anmelden$/);
    await page.goto("/");
    await page.locator('header a[href="/sign-in"]').click();
    await expect(page.getByRole("button", { name: "Link per E-Mail senden" })).toBeVisible();
    expect(errors).toEqual([]);
    const headers = { "accept-language": "fr, en;q=0.8" };
    expect(await (await fetch(`${app.origin}/sign-in`, { headers })).text()).toMatch(
      /<html lang="en"[\s\S]*Email me a link/,
    );
  });
});

test("api-tokens: a token is shown once, and opens the API until it is revoked", async ({ app }) => {
  const user = await insertSession(app);
  const ask = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(`${app.origin}/api/me`, { headers });
    return { status: answer.status, body: await answer.json() };
  };
  const shown = await pressed(app, user, "/protected/tokens", "Create a token", { name: "backup script" });
  const [, token = ""] = shown.match(/shown only now: ([\w-]+)/) ?? [];
  const authorization = `Bearer ${token}`;
  expect(await ask({ authorization })).toEqual({ status: 200, body: { email: user.email } });
  const cookie = `authjs.session-token=${user.sessionToken}`;
  for (const others of [ask(), ask({ authorization: "Bearer x" }), ask({ cookie })])
    expect(await others).toEqual({ status: 401, body: { error: "invalid_token" } });
  const [row] = rows(app, "ApiToken", "userId", user.id);
  expect(JSON.stringify(row)).not.toContain(token);
  expect(await htmlOf(app, user, "/protected/tokens")).toMatch(/backup script.*<time/s);
  await sendAs(app, user, await actionAt(app, user, "/protected/tokens", "Revoke"), { id: String(row?.id) });
  expect(rows(app, "ApiToken", "userId", user.id)).toEqual([]);
  expect((await ask({ authorization })).status).toBe(401);
});

test("api-tokens: the owner's proof of the address ends older tokens, and a name has 1 to 60 characters", async ({
  app,
}) => {
  const user = await insertSession(app);
  const client = clientOf(app);
  const url = await makingAt(app, user);
  const make = async (name: string, by = user) => {
    const answer = await sendAs(app, by, url, { name });
    return { status: answer.status, token: (await answer.json()).token };
  };
  const isAccepted = async (token = "") =>
    (await fetch(`${app.origin}/api/me`, { headers: { authorization: `Bearer ${token}` } })).ok;
  const { token } = await make("first");
  expect(await isAccepted(token)).toBe(true);
  setConfirmed(app, user, false);
  expect((await make("unverified")).status).toBe(403);
  await signInByMailAs(client, app, user.email);
  expect(await isAccepted(token)).toBe(false);
  const owner = { ...user, sessionToken: client.sessionToken ?? "" };
  for (const name of ["", "x".repeat(61)]) expect((await make(name, owner)).status).toBe(422);
  expect(rows(app, "ApiToken", "userId", user.id)).toEqual([]);
});

// Each commit tries the parts that these pages are made of.
test("the pages of the recipes are accessible", { tag: "@night" }, async ({ page, context, app }) => {
  const user = await signedIn(app, context);
  setRole(app, user, true);
  const team = insertTeam(app, "Engines", [user], "owner");
  const [note] = insertNotes(app, user, ["Buy bread"]);
  const ofUser = `invoices live note-list note/${note} notes notes-print photo picture plan quotes reminders
    shared-notes teams teams/${team}/notes tokens users workshops admin device`;
  for (const path of [
    ...ofUser.split(/\s+/).map((name) => `/protected/${name}`),
    ...["/reports", "/account/password", "/account/recovery-codes", "/sign-in/password", "/sign-in/recovery-code"],
    ...["/unsubscribe?to=x&token=x", await shareNewNote(app, user, "For Grace")],
  ]) {
    await page.goto(path);
    await expectAccessible(page, path);
  }
});

test("live-updates: the page follows a sign-in, and its stream ends with the session", async ({
  page,
  app,
  user: { id },
}) => {
  await page.goto("/protected/live");
  await expect(page.getByRole("heading", { name: "Signed-in devices: 1" })).toBeVisible();
  const sessionToken = insertSessionRow(app, id);
  await expect(page.getByRole("heading", { name: "Signed-in devices: 2" })).toBeVisible();
  const headers = { cookie: `authjs.session-token=${sessionToken}` };
  const answer = await fetch(`${app.origin}/protected/live/events`, { headers });
  app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(id);
  // The stream ends.
  await answer.text();
  expect((await fetch(`${app.origin}/protected/live/events`, { headers, redirect: "manual" })).status).toBe(302);
});

test("live-updates: an open stream does not extend the session, so the next page still sends its cookie", async ({
  app,
}) => {
  const { id, sessionToken } = await insertSession(app);
  const headers = { cookie: `authjs.session-token=${sessionToken}` };
  const leaving = new AbortController();
  const answer = await fetch(`${app.origin}/protected/live/events`, { headers, signal: leaving.signal });
  const stream = answer.body?.getReader();
  await stream?.read();
  const expires = new Date(Date.now() + 10 * 24 * 60 * 60 * 1000).toISOString();
  app.database.prepare(`UPDATE "Session" SET "expires" = ? WHERE "userId" = ?`).run(expires, id);
  for (let count = 0; count < 3; count++) await stream?.read();
  const page = await fetch(`${app.origin}/protected/live`, { headers });
  expect(page.headers.getSetCookie().join()).toContain(`authjs.session-token=${sessionToken}`);
  leaving.abort();
});

test("live-updates: a user has at most ten streams, and one that ends makes room", async ({ app }) => {
  const { sessionToken } = await insertSession(app);
  const headers = { cookie: `authjs.session-token=${sessionToken}` };
  const [first, others] = [new AbortController(), new AbortController()];
  const open = (signal = others.signal) => fetch(`${app.origin}/protected/live/events`, { headers, signal });
  await open(first.signal);
  for (let count = 1; count < 10; count++) expect((await open()).status).toBe(200);
  expect((await open()).status).toBe(429);
  first.abort();
  await expect.poll(async () => (await open()).status).toBe(200);
  others.abort();
});

test("job, job-at-hour, job-mail: the first start does nothing at the hour, and one of two instances does each job once, also after days without a server", async ({
  app,
}) => {
  // Without AUTH_URL a mail would have no link.
  const first = await startApp(app.folder, { ...app.env, AUTH_URL: undefined, AUTH_TRUST_HOST: "true" });
  const dueAt = () => new Date(String(rows(first, "Job", "name", "daily-report")[0]?.dueAt));
  const hour = () => dueAt().toLocaleTimeString("de-AT", { timeZone: "Europe/Vienna" });
  /** How often the servers have counted the users, and done the job at its hour. */
  const done = async (...servers: App[]) => {
    const log = (await Promise.all(servers.map((each) => each.log()))).join("");
    return [/new users since yesterday: \d+/g, /daily report: \d+ new users/g].map((text) => log.match(text)?.length);
  };
  await expectRows(first, "Job", "name", "daily-report").toHaveLength(1);
  await expect.poll(() => first.log()).toContain("no mails, because a job needs AUTH_URL");
  await expect.poll(() => done(first)).toEqual([1, undefined]);
  expect([hour(), dueAt() > new Date(), rows(first, "RateLimit", "key", "mail-quotes")]).toEqual([
    "06:30:00",
    true,
    [],
  ]);
  await first.terminate();

  const [user, unconfirmed] = [await insertSession(first), await insertSession(first)];
  setConfirmed(first, unconfirmed, false);
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
  const add = (id: string, { id: userId }: SignedInUser, customer: string, unit: number, days = 0) => {
    insert(first, "Quote", { id, userId, customer, createdAt: daysAgo(days) });
    insert(first, "QuoteLine", { quoteId: id, position: 0, what: "x", quantity: 2, unit });
  };
  add("q1", user, "<b>Ada</b> & Co", 1250, 3);
  add("q2", user, "Grace", 300);
  add("q3", unconfirmed, "Eve", 100);
  first.database.prepare(`UPDATE "Job" SET "dueAt" = ?`).run(daysAgo(3));
  first.database.exec(`DELETE FROM "RateLimit" WHERE "key" = 'count-new-users'`);
  const env = { ...app.env, DATABASE_URL: first.databaseUrl, AUTH_URL: "https://app.example.com" };
  const servers = await Promise.all([startApp(app.folder, env), startApp(app.folder, env)]);
  const mail = await mailTo(app, user.email);
  expect(mail.text).toContain("\n\n<b>Ada</b> & Co: €25.00\nGrace: €6.00\n\n");
  expect(mail.html).toContain(">&lt;b&gt;Ada&lt;/b&gt; &amp; Co</td>");
  expect(mail.html).toContain(">€6.00</td></tr></table>");
  expect(new Set(`${mail.text}${mail.html}`.match(/https?:\/\/[^/"\s<]+/g))).toEqual(
    new Set(["https://app.example.com"]),
  );
  await expect.poll(() => done(...servers)).toEqual([1, 1]);
  await Promise.all(servers.map((each) => each.terminate()));
  expect([await done(...servers), hour(), dueAt() > new Date()]).toEqual([[1, 1], "06:30:00", true]);
  const to = (address: string) => app.mailbox.mails.filter((each) => each.to?.[0]?.address === address);
  expect([to(user.email).length, to(unconfirmed.email).length]).toEqual([1, 0]);

  add("q4", user, "Linus", 500);
  first.database.exec(`DELETE FROM "RateLimit" WHERE "key" = 'mail-quotes'`);
  const last = await startApp(app.folder, env);
  await expect.poll(() => to(user.email).length).toBe(2);
  expect(to(user.email).at(-1)?.text).toContain("\n\nLinus: €10.00\n\n");
  await Promise.all([first, ...servers, last].map((each) => each.stop()));
});

test("component-library: the bars need no script, and a dialog, a menu and a toast open in their places", async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ baseURL: app.origin, javaScriptEnabled: false });
  const unscripted = await context.newPage();
  await unscripted.goto("/components");
  const bars = unscripted.getByRole("figure").locator("div");
  expect(await bars.evaluateAll((all) => all.map((bar) => bar.clientHeight))).toEqual([51, 90, 128]);
  await context.close();

  const page = await browser.newPage({ baseURL: app.origin });
  const blocked: string[] = [];
  page.on("console", (message) => /Content Security Policy/.test(message.text()) && blocked.push(message.text()));
  await page.goto("/components");
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("dialog", { name: "Invite a friend" })).toBeVisible();
  await page.keyboard.press("Escape");
  // Beside an open menu, nothing else has a role.
  const [menu, button] = [page.getByRole("menu"), page.getByText("More")];
  await button.click();
  await expect(menu).toBeVisible();
  const bottom = await button.evaluate((element) => element.getBoundingClientRect().bottom);
  await expect
    .poll(() => menu.evaluate((element) => element.getBoundingClientRect().top))
    .toBeGreaterThanOrEqual(bottom);
  await page.getByRole("menuitem", { name: "Copy the link" }).click();
  await expect(page.getByText("The link is copied.")).toBeVisible();
  await expect(page.locator("[data-sonner-toaster]")).toHaveCSS("position", "fixed");
  // The element with solid-sonner's styles, which the recipe imports.
  expect(blocked).toHaveLength(1);
  expect(blocked[0]).toMatch(/inline style/);
  await page.close();
});

test("sentry, opentelemetry: an error arrives at both, without an address or a cookie", async ({ app }) => {
  const headers = { cookie: "private=1", "x-forwarded-for": "2001:db8::77" };
  await fetch(`${app.origin}/failing?email=ada@example.com&token=tok-123456789`, { headers });
  const entry = async () =>
    (await app.entries()).find(({ msg }) => String(msg).startsWith("GET /failing: Error: no room for [address]"));
  await expect.poll(entry).toBeDefined();
  const requestId = String((await entry())?.requestId);
  for (const path of ["/api/1/envelope/", "/v1/traces"]) {
    const found = () => app.collected.find((body) => body.startsWith(path) && body.includes(requestId)) ?? "";
    await expect.poll(found).toMatch(/no room for \[address\][\s\S]*\bFailing\b/);
    expect(found()).not.toMatch(/ada@|private=|2001:db8::77|tok-123/);
  }
});

test("deployed-tests: its test passes against a site that runs, and leaves no user", async ({ app }) => {
  const cli = join(app.folder, "node_modules/@playwright/test/cli.js");
  const variables = { SITE: app.origin, DATABASE_URL: app.databaseUrl };
  expect(runIn(app.folder, cli, ["test", "-c", "deployed"], variables)).toContain("1 passed");
  await expectRows(app, "User", "email", "deployed-tests@example.com").toEqual([]);
});

test.describe("with jwt-sessions", () => {
  test("the browser tests pass with JWT sessions, without sign-in by email and with PostgreSQL only", {
    tag: "@night",
  }, ({ jwtApp }) => {
    test.setTimeout(NPM_TEST_TIMEOUT_MS);
    npmTest(jwtApp.folder, "e2e");
  });

  if (isPostgreSqlHere())
    test(
      "no word of SQLite is left with PostgreSQL only, there is one client, and the build has one driver",
      {
        tag: "@night",
      },
      ({ jwtApp }) => expectOnly("postgresql", jwtApp.folder),
    );

  test("session-field, role: both recipes work the same", { tag: "@night" }, async ({ jwtApp }) => {
    for (const email of [newEmail(), ADMIN]) {
      const client = clientOf(jwtApp);
      await client.get(await consentAtGitHub(client, { login: newLogin(), email }));
      expect((await client.get("/protected/admin")).status).toBe(email === ADMIN ? 200 : 403);
      expect(textsOf(await client.get("/protected/plan"), "h1")).toEqual(["Your plan: free"]);
    }
    expect(jwtApp.database.prepare(`SELECT * FROM "Session"`).all()).toEqual([]);
  });
});
