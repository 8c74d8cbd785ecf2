// Each action of the account page: with ids of another user, signed out, with a session that is gone, and long after
// the sign-in. The other user's data stays as it is.

import { beforeEach, expect, it } from "vitest";
import appConfig from "../../app.config";
import { type Database, passkeyOf } from "../support/adapter";
import { isOffered } from "../support/methods";
import { inRequest, ORIGIN, openApplication, press, sessionOf } from "../support/request";
import { type ActionName, accountActions, hasSessions } from "./acts";

/** Their token names the user. */
const OF_A_MAIL: ActionName[] = ["reportNewSignIn", "undoEmail"];
/** After the sign-in, the browser is at these sections of the account page. */
const SECTIONS: Partial<Record<ActionName, string>> = {
  changeEmail: "/account#profile",
  confirmEmail: "/account/email?email=taken%40example.com&token=x",
  deleteAccount: "/account#delete-account",
  disconnectProvider: "/account#sign-in-methods",
  removePasskey: "/account#passkeys",
};
/** They give no access to the account, and take none away from its owner. */
const WITHOUT_FRESH_SIGN_IN: ActionName[] = ["endOtherSessions", "endSession", "renamePasskey", "saveName"];

let database: Database;
let actions: Awaited<ReturnType<typeof accountActions>>;

beforeEach(async () => {
  ({ database } = await openApplication({ AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret" }));
  actions = await accountActions();
});

/** A user with rows in each table, whose ids have the name in them. */
async function ownerOfMuch(name: string) {
  const { prisma } = database;
  const account = (provider: string, type: string) => ({ type, provider, providerAccountId: `${provider} of ${name}` });
  const passkeys = [`first of ${name}`, `second of ${name}`];
  const user = await prisma.user.create({
    data: {
      id: name,
      email: `${name}@example.com`,
      emailVerified: new Date(),
      accounts: {
        create: [
          { ...account("github", "oauth"), label: `label of ${name}` },
          ...passkeys.map((id) => ({ ...account("passkey", "webauthn"), providerAccountId: id })),
        ],
      },
      authenticators: { create: passkeys.map((id) => ({ ...passkeyOf(id), name: id })) },
      securityEvents: { create: { event: `event of ${name}` } },
    },
  });
  const cookie = await sessionOf(database, user);
  if (hasSessions) {
    await sessionOf(database, user, { token: "other" });
    const sessions = await prisma.session.findMany({ where: { userId: name } });
    for (const [index, { id }] of sessions.entries())
      await prisma.session.update({ where: { id }, data: { id: passkeys[index] } });
  }
  return { ...user, cookie };
}

type Owner = Awaited<ReturnType<typeof ownerOfMuch>>;

const everythingOf = ({ id }: Owner) =>
  database.prisma.user.findUnique({
    where: { id },
    include: { accounts: true, authenticators: true, sessions: true, securityEvents: true },
  });

/** What another user's page could send about this one. */
const fieldsOf = ({ id, email }: Owner) => ({
  id: `first of ${id}`,
  userId: id,
  provider: "github",
  name: "Taken",
  email: "taken@example.com",
  confirmation: email,
  token: "x",
});

/** @returns the answer, or what is thrown in its place */
const call = (name: ActionName, cookie: string, fields: Record<string, string>) =>
  press(cookie, actions[name], fields).then(
    ({ answer }) => answer as Response,
    (thrown) => thrown as Response,
  );

const names = async () => Object.keys(await accountActions()) as ActionName[];

it("no action reads or changes another user's data, or anything without a session", async () => {
  const [victim, attacker] = [await ownerOfMuch("victim"), await ownerOfMuch("attacker")];
  const before = await everythingOf(victim);
  for (const name of await names()) {
    const answer = await call(name, attacker.cookie, fieldsOf(victim));
    expect(answer.status, name).toBe(name === "deleteAccount" ? 422 : 302);
    expect(await answer.text(), name).not.toContain("victim");
    expect(await everythingOf(victim), name).toEqual(before);
  }
  if (hasSessions) await database.prisma.session.deleteMany();
  const left = await everythingOf(victim);
  for (const name of await names())
    for (const cookie of ["", ...(hasSessions ? [victim.cookie] : [])]) {
      const answer = await call(name, cookie, fieldsOf(victim));
      expect(answer.headers.get("location"), name).toMatch(OF_A_MAIL.includes(name) ? /sign-in/ : /SessionRequired/);
      expect(await everythingOf(victim), name).toEqual(left);
    }
});

it("each change of access to the account asks for a fresh sign-in after fifteen minutes, and returns to its section", async () => {
  const user = await ownerOfMuch("ada");
  const { freshAge } = appConfig.session;
  const cookie = await sessionOf(database, user, { token: "old", minutesAgo: freshAge / 60 + 1 });
  const before = await everythingOf(user);
  for (const name of (await names()).filter((each) => ![...OF_A_MAIL, ...WITHOUT_FRESH_SIGN_IN].includes(each))) {
    const { headers } = await call(name, cookie, fieldsOf(user));
    const { searchParams } = new URL(headers.get("location") ?? "", ORIGIN);
    const asked = { error: "FreshSignInRequired", callbackUrl: SECTIONS[name] };
    expect(Object.fromEntries(searchParams), name).toEqual(asked);
  }
  expect(await everythingOf(user)).toEqual(before);
});

it("an action changes what it names, and nothing else of the user's", async () => {
  const { prisma } = database;
  const user = await ownerOfMuch("ada");
  const passkeys = async () =>
    (await prisma.authenticator.findMany({ orderBy: { name: "asc" } })).map((row) => row.name);
  const accounts = async () => (await prisma.account.findMany()).map((row) => row.providerAccountId).sort();
  const id = "second of ada";
  await call("renamePasskey", user.cookie, { id, name: "" });
  await call("renamePasskey", user.cookie, { id, name: "x".repeat(51) });
  expect(await passkeys()).toEqual(["first of ada", id]);
  await call("renamePasskey", user.cookie, { id, name: "Renamed" });
  expect(await passkeys()).toEqual(["Renamed", "first of ada"]);
  await call("removePasskey", user.cookie, { id });
  expect(await passkeys()).toEqual(["first of ada"]);
  expect(await accounts()).toEqual(["first of ada", "github of ada"]);
  if (hasSessions) {
    await call("endSession", user.cookie, { id });
    expect((await prisma.session.findMany()).map((row) => row.id)).toEqual(["first of ada"]);
  }
  // In a clone, GitHub may be removed, or the last method.
  await ownerOfMuch("grace");
  await call("disconnectProvider", user.cookie, { provider: "github" });
  const isRemovable = isOffered("github") && (isOffered("email") || isOffered("passkey"));
  const left = isRemovable ? [] : ["github of ada"];
  expect((await accounts()).filter((each) => each.endsWith("ada"))).toEqual(["first of ada", ...left]);
  expect(await accounts()).toContain("github of grace");
});

it("a name that is saved leads to no other site", async () => {
  const { cookie } = await ownerOfMuch("ada");
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: "Ada", next: "//evil.example/" })) form.set(name, value);
  // Sent by the browser itself.
  const request = new Request(`${ORIGIN}/_server`, { method: "POST", headers: { cookie, accept: "text/html" } });
  const { headers } = (await inRequest(request, () => actions.saveName(form))) as unknown as Response;
  expect(new URL(headers.get("location") ?? "", ORIGIN).origin).toBe(ORIGIN);
});

it("the account page shows nothing of another user", async () => {
  const [, ada] = [await ownerOfMuch("grace"), await ownerOfMuch("ada")];
  const { account } = await import("~/account/queries");
  const shown = JSON.stringify(await inRequest(new Request(ORIGIN, { headers: { cookie: ada.cookie } }), account));
  expect(shown).toContain("event of ada");
  expect(shown).not.toContain("grace");
});
