// What an attacker tries in the recipe for bearer tokens. The copy that recipes.spec.ts builds has it.

import { type App, expect, insertSession, newClient, rows, type SignedInUser } from "../../../../tests/support/test.ts";
import { actionAt, endSessionsMeanwhile, expectForOwnerAlone, htmlOf, sendAs, sendAtOnce, setUsed } from "./forms.ts";
import { test } from "./test.ts";

const PAGE = "/protected/tokens";

/** @returns where the form for a new token is sent */
export const makingAt = (app: App, user: SignedInUser) => actionAt(app, user, PAGE, "Create a token");

test("api-tokens: the owner alone sees, revokes and makes a token", async ({ app }) => {
  const [user, other] = [await insertSession(app), await insertSession(app)];
  const make = await makingAt(app, user);
  const tokensOf = ({ id }: SignedInUser) => rows(app, "ApiToken", "userId", id);
  expect((await sendAs(app, other, make, { name: "Not yours" })).status).toBe(200);
  await sendAs(app, user, make, { name: "backup script" });
  const html = await htmlOf(app, user, PAGE);
  expect([html.includes("backup script"), html.includes("Not yours")]).toEqual([true, false]);
  const revoke = await actionAt(app, user, PAGE, "Revoke");
  await sendAs(app, user, revoke, { id: String(tokensOf(other)[0]?.id) });
  expect(tokensOf(other)).toHaveLength(1);
  const refused = await expectForOwnerAlone(app, user, make, { name: "x" });
  expect(refused.map((each) => tokensOf(each).length)).toEqual([0, 0, 1]);
});

test("api-tokens: sessions that have ended make nothing that is under way", async ({ app }) => {
  const user = await insertSession(app);
  const make = await makingAt(app, user);
  await endSessionsMeanwhile(app, user, () => sendAs(app, user, make, { name: "x" }));
  expect(rows(app, "ApiToken", "userId", user.id)).toEqual([]);
});

test("api-tokens: many requests at once leave a user with twenty", async ({ app }) => {
  const user = await insertSession(app);
  const make = await makingAt(app, user);
  for (let count = 0; count < 18; count++) await sendAs(app, user, make, { name: "x" });
  const statuses = await sendAtOnce(app, user, make, { name: "x" });
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect(rows(app, "ApiToken", "userId", user.id)).toHaveLength(20);
});

test("api-tokens: a client without a token that works, and the user of one, have a limit each", async ({ app }) => {
  const user = await insertSession(app);
  const { token } = await (await sendAs(app, user, await makingAt(app, user), { name: "x" })).json();
  const client = newClient();
  const ask = async (authorization: string) => {
    const headers = { authorization, "x-forwarded-for": client };
    return (await fetch(`${app.origin}/api/me`, { headers })).status;
  };
  expect(await ask("Bearer invented")).toBe(401);
  setUsed(app, "apiRequests", 1000);
  expect([await ask("Bearer invented"), await ask(`Bearer ${token}`)]).toEqual([429, 200]);
  setUsed(app, "apiRequests", 1000);
  expect(await ask(`Bearer ${token}`)).toBe(429);
  setUsed(app, "apiRequests", 1);
});
