// Mail links with attackers and mail scanners.

import { describe, expect, it } from "vitest";
import { bindAuth } from "../../../src";
import { linkFields, useApplication } from "../../support/application";
import { errorOf, type Visitor } from "../../support/visitor";

const CSRF = "__Host-authjs.csrf-token";
const MADE_UP = "a".repeat(64);
const VICTIM = { user: { email: "victim@example.com" } };

const app = useApplication(() => ({ pages: { signIn: "/sign-in", error: "/error", confirm: "/sign-in/confirm" } }));

/** The fields of the newest link. */
const fieldsOfLink = () => linkFields(app.sent.at(-1));

it("a mail scanner spends nothing by a form without the link's address, and leaves nothing in its place", async () => {
  const visitor = app.visitor();
  await visitor.post("/signin/email", { email: "user@example.com" });
  const [before] = await app.prisma.verificationToken.findMany();
  const { email: _, ...fields } = fieldsOfLink();
  expect(errorOf(await visitor.post("/callback/email", fields))).toBe("Verification");
  expect(await app.prisma.verificationToken.findMany()).toEqual([before]);
  expect(await visitor.session()).toBeNull();
  expect(errorOf(await visitor.post("/callback/email", fieldsOfLink()))).toBeNull();
});

describe("an attacker who plants their own link in a victim's browser", () => {
  const planted = (hash: string) => (victim: Visitor) => {
    victim.cookies.set(CSRF, `${MADE_UP}%7C${hash}`);
    return MADE_UP;
  };

  // An attacker on http or on a sibling subdomain can set a cookie, but cannot make its hash without the secret.
  it.each<[string, (victim: Visitor) => string | undefined | Promise<string>]>([
    ["no CSRF token is refused", () => undefined],
    ["a CSRF token that they made up is refused", () => MADE_UP],
    ["the CSRF token of the attacker's own browser is refused", () => app.visitor().csrfToken()],
    ["a CSRF cookie that the attacker planted is refused, with no hash", planted("")],
    ["a CSRF cookie that the attacker planted is refused, with a hash that they made up", planted(MADE_UP)],
  ])("%s", async (_, plant) => {
    await app.visitor().post("/signin/email", { email: "attacker@example.com" });
    const link = fieldsOfLink();
    for (const victim of [app.visitor(), await app.signedIn("victim@example.com")]) {
      const before = victim.sessionCookie;
      await victim.get("/csrf");
      const csrfToken = await plant(victim);
      const body = new URLSearchParams({ ...link, ...(csrfToken !== undefined && { csrfToken }) });
      expect(errorOf(await victim.visit("/callback/email", { method: "POST", body }))).toBe("MissingCSRF");
      expect(victim.sessionCookie).toEqual(before);
      expect(await app.prisma.verificationToken.count({ where: { identifier: "attacker@example.com" } })).toBe(1);
      expect((await victim.session())?.user?.email).toBe(before && VICTIM.user.email);
    }
  });
});

it("the confirmation page can tell the browser that asked for the link from any other, which may still sign in", async () => {
  const pendingEmail = (visitor: Visitor) => bindAuth(app.config).getPendingEmail(visitor.request());
  const asked = app.visitor();
  await asked.post("/signin/email", { email: "User@example.com" });
  const other = app.visitor();
  await other.get("/csrf");
  expect(await pendingEmail(asked)).toBe("user@example.com");
  expect(await pendingEmail(other)).toBeNull();
  await other.post("/callback/email", fieldsOfLink());
  expect(await other.session()).toMatchObject({ user: { email: "user@example.com" } });
});
