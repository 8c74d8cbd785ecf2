// What an attacker tries in the recipe for teams. The copy that recipes.spec.ts builds has it.

import type { Locator } from "@playwright/test";
import { expect, insertSession, rows, type SignedInUser, signedIn } from "../../../../tests/support/test.ts";
import type { RecipeTest } from "./recipe-test.ts";

const PAGE = "/protected/teams";

/** Where a form with this button is sent. */
const actionOf = async (button: Locator) =>
  (await button.evaluate((element: HTMLButtonElement) => element.form?.getAttribute("action"))) ?? "";

export function testTeams(test: RecipeTest): void {
  test("teams: neither a stranger nor a member gives a role, removes another member or deletes the team, and of two owners who leave at once one stays", async ({
    page,
    app,
    context,
  }) => {
    const [member, stranger] = [await insertSession(app), await insertSession(app)];
    const owner = await signedIn(app, context);
    const team = `team-${owner.id}`;
    app.database.prepare(`INSERT INTO "Team" ("id", "name") VALUES (?, 'Engines')`).run(team);
    const join = app.database.prepare(`INSERT INTO "Membership" ("teamId", "userId", "role") VALUES (?, ?, ?)`);
    join.run(team, owner.id, "owner");
    join.run(team, member.id, "member");
    await page.goto(PAGE);
    const section = page.getByRole("region", { name: "Engines" });
    const makeOwner = await actionOf(section.getByRole("button", { name: "Make owner" }));
    const remove = await actionOf(section.getByRole("button", { name: "Remove" }));
    const deleteTeam = await actionOf(section.getByRole("button", { name: "Delete the team" }));
    const send = async (user: SignedInUser, url: string, who?: SignedInUser) => {
      await context.addCookies([{ name: "authjs.session-token", value: user.sessionToken, url: app.origin }]);
      const form = { team, ...(who && { member: who.id }) };
      const answer = await page.request.post(url, { headers: { origin: app.origin }, form, maxRedirects: 0 });
      expect(answer.status()).toBeLessThan(500);
    };
    const roles = () =>
      Object.fromEntries(rows(app, "Membership", "teamId", team).map((row) => [row.userId, row.role]));

    for (const attacker of [stranger, member]) {
      await send(attacker, makeOwner, attacker);
      await send(attacker, remove, owner);
      await send(attacker, deleteTeam);
      expect(roles()).toEqual({ [owner.id]: "owner", [member.id]: "member" });
    }

    await send(owner, makeOwner, member);
    expect(roles()).toEqual({ [owner.id]: "owner", [member.id]: "owner" });
    const leave = (user: SignedInUser) =>
      fetch(new URL(remove, app.origin), {
        method: "POST",
        headers: { origin: app.origin, cookie: `authjs.session-token=${user.sessionToken}` },
        body: new URLSearchParams({ team, member: user.id }),
        redirect: "manual",
      });
    await Promise.all([leave(owner), leave(member)]);
    expect(Object.values(roles())).toEqual(["owner"]);
  });

  test("teams: a name that is empty or too long is refused at its field", async ({ page, app, context }) => {
    const { id } = await signedIn(app, context);
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
    expect(rows(app, "Membership", "userId", id)).toEqual([]);
  });
}
