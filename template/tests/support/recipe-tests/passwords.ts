// What an attacker tries in the recipe for passwords. The copy that recipes.spec.ts builds has it.

import { readFileSync } from "node:fs";
import { Client } from "../../../../tests/support/client.ts";
import {
  type App,
  expect,
  insertSession,
  insertSessionRow,
  mailTo,
  newClient,
  newEmail,
  rows,
  type SignedInUser,
} from "../../../../tests/support/test.ts";
import {
  actionAt,
  endSessionsMeanwhile,
  expectForOwnerAlone,
  isSignedIn,
  sendAs,
  setConfirmed,
  setHoursAgo,
  setUsed,
} from "./forms.ts";
import { test } from "./test.ts";

const PASSWORD = "correct horse battery staple";

/** @returns the processor time of the server meanwhile, in the kernel's ticks */
async function workOf({ pid }: App, run: () => Promise<unknown>): Promise<number> {
  const ticks = () => {
    const [, state = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const fields = state.split(" ");
    return Number(fields[11]) + Number(fields[12]);
  };
  const before = ticks();
  await run();
  return ticks() - before;
}

/** @returns what sets a user's password, and what signs in with one */
async function forms(app: App, owner: SignedInUser) {
  const signIn = await actionAt(app, undefined, "/sign-in/password", "Sign in<");
  const save = await actionAt(app, owner, "/account/password", "Save password");
  const headers = (client = newClient()) => ({ origin: app.origin, "x-forwarded-for": client });
  return {
    saveUrl: save,
    save: (user: SignedInUser, password = PASSWORD, client?: string) =>
      sendAs(app, user, save, { password }, headers(client)),
    remove: (user: SignedInUser) => sendAs(app, user, save, { removal: "yes" }, headers()),
    signIn: (email: string, password: string, callbackUrl = "/protected", client?: string) =>
      sendAs(app, undefined, signIn, { email, password, callbackUrl }, headers(client)),
    signInAs: (user: SignedInUser, form: FormData) => sendAs(app, user, signIn, form, headers()),
  };
}

test("passwords: a new password ends the other sessions and signs in, and guesses are limited", async ({ app }) => {
  const user = await insertSession(app);
  const { id, email } = user;
  const { save, signIn } = await forms(app, user);
  insertSessionRow(app, id);
  expect((await save(user, "too short")).status).toBe(422);
  await save(user);
  expect(rows(app, "Session", "userId", id)).toHaveLength(1);
  expect((await mailTo(app, email)).subject).toContain("password");
  expect(await (await signIn(email, "wrong")).text()).toContain("not the password of this email.");
  const answer = await signIn(email, PASSWORD);
  expect([isSignedIn(answer), answer.headers.get("location")]).toEqual([true, `${app.origin}/protected`]);
  const entries = (await app.entries()).filter(({ user, provider }) => user === id && provider === "password");
  expect(entries.map(({ msg }) => msg)).toEqual(["auth: method added", "auth: signed in"]);
  await Promise.all(Array.from({ length: 9 }, () => signIn(email, "wrong")));
  expect((await signIn(email, PASSWORD)).status).toBe(429);
  expect((await app.log()) + JSON.stringify(rows(app, "Password", "userId", id))).not.toContain(PASSWORD);
});

test("passwords: the owner alone sets a password, and a removed one signs no one in", async ({ app }) => {
  const user = await insertSession(app);
  const { saveUrl, save, remove, signIn } = await forms(app, user);
  for (const { id } of await expectForOwnerAlone(app, user, saveUrl, { password: PASSWORD }))
    expect(rows(app, "Password", "userId", id)).toEqual([]);

  await save(user);
  const mail = await mailTo(app, user.email);
  expect(`${mail.text}${mail.html}`).not.toContain(PASSWORD);
  const elsewhere = await signIn(user.email, PASSWORD, "https://evil.example/");
  expect([isSignedIn(elsewhere), elsewhere.headers.get("location")]).toEqual([true, `${app.origin}/`]);
  const wrong = await signIn(user.email, `${PASSWORD}!`);
  expect([isSignedIn(wrong), wrong.headers.getSetCookie().join().includes("correct")]).toEqual([false, false]);
  for (const isConfirmed of [false, true]) {
    setConfirmed(app, user, isConfirmed);
    expect(isSignedIn(await signIn(user.email, PASSWORD))).toBe(isConfirmed);
  }
  await remove(user);
  for (const password of [PASSWORD, ""]) expect(isSignedIn(await signIn(user.email, password))).toBe(false);
});

test("passwords: a press that is repeated after a new sign-in, with the empty field, keeps the password", async ({
  app,
}) => {
  const user = await insertSession(app);
  const { save, remove, signIn } = await forms(app, user);
  await save(user);
  setHoursAgo(app, user, 1);
  expect((await save(user, `${PASSWORD} 2`)).headers.get("location")).toContain("FreshSignInRequired");
  setHoursAgo(app, user, 0);
  expect(await (await save(user, "")).text()).toContain("A password needs 12 to 200 characters.");
  expect(isSignedIn(await signIn(user.email, PASSWORD))).toBe(true);
  await remove(user);
  expect(isSignedIn(await signIn(user.email, PASSWORD))).toBe(false);
});

test("passwords: no sign-in and no change that is under way outlives a new password", async ({ app }) => {
  const owner = await insertSession(app);
  const { save, signIn } = await forms(app, owner);
  await save(owner);
  // All have read the old password before the new one is there, since a hash takes long.
  const saving = save(owner, `${PASSWORD} 2`);
  const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(owner.email, PASSWORD)));
  await saving;
  for (const answer of answers.filter(isSignedIn)) {
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("authjs.session-token="));
    const session = await fetch(`${app.origin}/api/auth/session`, {
      headers: { cookie: cookie?.split(";")[0] ?? "" },
    });
    expect(await session.json()).toBeNull();
  }
  expect(rows(app, "Session", "userId", owner.id)).toHaveLength(1);

  const stored = () => rows(app, "Password", "userId", owner.id)[0]?.hash;
  const before = stored();
  const thief = { ...owner, sessionToken: insertSessionRow(app, owner.id) };
  await endSessionsMeanwhile(app, owner, () => save(thief, `${PASSWORD} of a thief`));
  expect(stored()).toBe(before);
});

test("passwords: an unknown address is answered alike, after the same work", async ({ app }) => {
  const user = await insertSession(app);
  const { save, signIn, signInAs } = await forms(app, user);
  await save(user);
  const answers: string[] = [];
  const tries = (address: () => string, password: string) =>
    workOf(app, async () => {
      const answer = await signIn(address(), password);
      const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split("=")[0]);
      answers.push([answer.status, answer.headers.get("location"), ...cookies].join());
    });
  // The least of three, in turns: other processes can only add.
  let [known, unknown] = [Infinity, Infinity];
  for (let turn = 0; turn < 3; turn++) {
    known = Math.min(known, await tries(() => user.email, "wrong"));
    unknown = Math.min(unknown, await tries(newEmail, "wrong"));
  }
  expect(new Set(answers).size).toBe(1);
  expect(unknown).toBeGreaterThan(known / 2);
  // Combining marks, which normalisation sorts in the square of their number.
  const marks = "\u0315\u0300\u05ae".repeat(40_000);
  const long = await workOf(app, async () => {
    // With the recipe for an upload, a user's form may be as large.
    const form = new FormData();
    form.set("email", newEmail());
    form.set("password", marks);
    expect((await signInAs(user, form)).status).toBe(422);
  });
  expect(long).toBeLessThan(known * 3 + 50);
  await save(user, "x".repeat(200));
  expect(isSignedIn(await signIn(user.email, "x".repeat(201)))).toBe(false);
});

test("passwords: of a hundred guesses at once most are refused, and no mail waits", async ({ app }) => {
  const { signIn } = await forms(app, await insertSession(app));
  const client = new Client(app.origin);
  const [email, csrfToken] = [newEmail(), await client.csrfToken()];
  const statuses: number[] = [];
  const guesses = Array.from({ length: 100 }, async () => {
    statuses.push((await signIn(newEmail(), PASSWORD)).status);
  });
  const hashed = () => statuses.filter((status) => status === 422).length;
  await expect.poll(hashed).toBeGreaterThan(0);
  await client.get("/favicon.ico");
  await client.post("/api/auth/signin/email", { csrfToken, email });
  await mailTo(app, email);
  expect(hashed()).toBeLessThan(50);
  await Promise.all(guesses);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(50);
  expect((await signIn(newEmail(), PASSWORD)).status).toBe(422);
});

test("passwords: a client tries and sets thirty passwords in ten minutes", async ({ app }) => {
  const user = await insertSession(app);
  const { save, signIn } = await forms(app, user);
  const client = newClient();
  const guess = async (from?: string) => (await signIn(newEmail(), PASSWORD, "/", from)).status;
  expect(await guess(client)).toBe(422);
  setUsed(app, "passwordsOfClient", 29);
  expect([await guess(client), await guess(client), await guess()]).toEqual([422, 429, 422]);
  expect((await save(user, PASSWORD, client)).status).toBe(429);
  setUsed(app, "passwordsOfClient", 1);
  expect(rows(app, "Password", "userId", user.id)).toEqual([]);
});

test("passwords: a password with NULs at its end is not the one without them", async ({ app }) => {
  const user = await insertSession(app);
  const { save, signIn } = await forms(app, user);
  for (const password of ["\0".repeat(12), `${PASSWORD}\0`]) expect((await save(user, password)).status).toBe(422);
  expect(rows(app, "Password", "userId", user.id)).toEqual([]);
  await save(user);
  expect(isSignedIn(await signIn(user.email, `${PASSWORD}\0`))).toBe(false);
  expect(isSignedIn(await signIn(user.email, PASSWORD))).toBe(true);
});
