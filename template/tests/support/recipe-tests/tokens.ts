// What an attacker tries in the recipe for bearer tokens. The copy that recipes.spec.ts builds has it.

import { expect, insertSession, newClient, rows, type SignedInUser } from "../../../../tests/support/test.ts";
import { actionOf, endSessionsMeanwhile, expectForOwnerAlone, sendAs, sendAtOnce, setUsed } from "./forms.ts";
import type { RecipeTest } from "./recipe-test.ts";

const PAGE = "/protected/tokens";
const NEW = `${PAGE}/new`;

export function testTokens(test: RecipeTest): void {
  test("api-tokens: the owner alone sees, revokes and makes one", async ({ page, app, user }) => {
    const other = await insertSession(app);
    const tokensOf = ({ id }: SignedInUser) => rows(app, "ApiToken", "userId", id);
    expect((await sendAs(app, other, NEW, { name: "Not yours" })).status).toBe(200);
    await sendAs(app, user, NEW, { name: "backup script" });
    await page.goto(PAGE);
    await expect(page.getByText("backup script")).toBeVisible();
    expect(await page.content()).not.toContain("Not yours");
    const revoke = await actionOf(page.getByRole("button", { name: "Revoke" }));
    await sendAs(app, user, revoke, { id: String(tokensOf(other)[0]?.id) });
    expect(tokensOf(other)).toHaveLength(1);
    const refused = await expectForOwnerAlone(app, user, NEW, { name: "x" });
    expect(refused.map((each) => tokensOf(each).length)).toEqual([0, 0, 1]);
  });

  test("api-tokens: a body that is no form makes no token, and no error", async ({ app }) => {
    const user = await insertSession(app);
    for (const type of ["text/plain", "multipart/form-data; boundary=x"]) {
      const headers = { cookie: `authjs.session-token=${user.sessionToken}`, origin: app.origin, "content-type": type };
      const answer = await fetch(`${app.origin}${NEW}`, { method: "POST", headers, body: "name=x" });
      expect([answer.status, await answer.text()], type).toEqual([400, "A token's name has 1 to 60 characters.\n"]);
    }
    expect(rows(app, "ApiToken", "userId", user.id)).toEqual([]);
  });

  test("api-tokens: sessions that have ended make nothing that is under way", async ({ app }) => {
    const user = await insertSession(app);
    await endSessionsMeanwhile(app, user, () => sendAs(app, user, NEW, { name: "x" }));
    expect(rows(app, "ApiToken", "userId", user.id)).toEqual([]);
  });

  test("api-tokens: many requests at once leave a user with twenty", async ({ app }) => {
    const user = await insertSession(app);
    for (let count = 0; count < 18; count++) await sendAs(app, user, NEW, { name: "x" });
    const statuses = await sendAtOnce(app, user, NEW, { name: "x" });
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(rows(app, "ApiToken", "userId", user.id)).toHaveLength(20);
  });

  test("api-tokens: a client without a token that works, and the user of one, have a limit each", async ({ app }) => {
    const user = await insertSession(app);
    const token = (await (await sendAs(app, user, NEW, { name: "x" })).text()).match(/^[\w-]{43}$/m)?.[0];
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
}
