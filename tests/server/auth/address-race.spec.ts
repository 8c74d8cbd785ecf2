// Several users who claim the same address at the same moment.

import { randomBytes } from "node:crypto";
import { engine } from "../../support/engines.ts";
import {
  type App,
  expect,
  expectRows,
  hash,
  insertSession,
  newClient,
  newEmail,
  rows,
  test,
} from "../../support/test.ts";

const TIMES = 10;

/** A signed-in user with an unopened link for an address. */
async function userWithLink(app: App, email: string) {
  const user = await insertSession(app);
  const token = randomBytes(32).toString("hex");
  const expires = new Date(Date.now() + 10 * 60 * 1000).toISOString();
  app.database
    .prepare(`INSERT INTO "VerificationToken" ("identifier", "token", "expires") VALUES (?, ?, ?)`)
    .run(`address:${user.id}`, `${hash(email)}.${hash(token)}`, expires);
  const cookie = `authjs.session-token=${user.sessionToken}`;
  const headers = { cookie, "x-forwarded-for": newClient(), accept: "text/html" };
  const page = `${app.origin}/account/email?${new URLSearchParams({ email, token })}`;
  const html = await (await fetch(page, { headers })).text();
  const action = html.match(/action="([^"]*_server[^"]*)"/)?.[1] ?? "";
  /** Presses "Change the email". @returns the code of the notice that the next page shows */
  async function confirm(): Promise<string> {
    const body = new URLSearchParams({ email, token });
    const response = await fetch(app.origin + action, { method: "POST", headers, body, redirect: "manual" });
    const notice = response.headers.getSetCookie().find((line) => line.startsWith("notice=")) ?? "";
    return decodeURIComponent(notice).match(/"code":"(\w+)"/)?.[1] ?? `${response.status} without a notice`;
  }
  return { ...user, confirm };
}

test("one of concurrent users who confirm the same address gets it, and the others are told that it is taken", async ({
  app,
}) => {
  const address = newEmail("wanted");
  const users = await Promise.all(Array.from({ length: TIMES }, () => userWithLink(app, address)));
  const start = (await app.log()).length;
  const notices = await Promise.all(users.map(({ confirm }) => confirm()));
  expect(notices.sort()).toEqual(["emailChanged", ...Array.from({ length: TIMES - 1 }, () => "emailTaken")]);
  await expectRows(app, "User", "email", address).toHaveLength(1);
  for (const { id, email } of users) expect([email, address]).toContain(rows(app, "User", "id", id)[0]?.email);
  expect((await app.log()).slice(start)).not.toContain(" error ");
});

/** A database trigger: another user signs up with the address right before it becomes this user's. */
const signsUpBefore = (address: string) =>
  engine.statements.beforeNewAddress(
    `NEW."email" = '${address}'`,
    `INSERT INTO "User" ("id", "email") VALUES ('first', '${address}');`,
  );

test("a sign-up with an address that is being confirmed gets the address, and the other user is told that it is taken", async ({
  app,
}) => {
  const address = newEmail("wanted");
  const { confirm, id, email } = await userWithLink(app, address);
  // Between the look-up and the change.
  const { create, drop } = signsUpBefore(address);
  app.database.exec(create);
  try {
    expect(await confirm()).toBe("emailTaken");
  } finally {
    app.database.exec(drop);
  }
  await expect.poll(() => rows(app, "User", "id", id)[0]?.email).toBe(email);
});
