// A page that belongs to one user, in a browser in which another one has signed in since.

import { beforeEach, describe, expect, it } from "vitest";
import { Passkey as PasskeyProvider } from "../../src";
import { STRATEGIES, useApplication } from "../support/application";
import { Passkey } from "../support/passkey";
import { answerWith, optionsFor } from "../support/passkeys";
import { LOCAL_ORIGIN, useGitHub } from "../support/peers";
import { errorOf, outcome, type Visitor } from "../support/visitor";

const OTHER_USER = ["/api/auth/error", "OtherUser", null];
const JSON_PLEASE = { "x-auth-return-redirect": "1" };
const REGISTER = "/webauthn-options/passkey?action=register";

const gitHub = useGitHub();

describe.each(STRATEGIES)("the page of another user, sessions by %s", (strategy) => {
  const app = useApplication(
    () => ({ providers: [gitHub.provider(), PasskeyProvider()], session: { strategy } }),
    LOCAL_ORIGIN,
  );
  let visitor: Visitor;
  /** The user whom the page shows, and the one who is signed in. */
  let shown: string;
  let present: string;

  beforeEach(async () => {
    visitor = await app.signedIn("ada@example.com");
    await visitor.post("/signout");
    await app.signIn(visitor, "grace@example.com");
    const idOf = async (email: string) => (await app.prisma.user.findFirstOrThrow({ where: { email } })).id;
    [shown, present] = [await idOf("ada@example.com"), await idOf("grace@example.com")];
  });

  it("Connect begins for the present user alone, and a refusal leads to the page that the form names", async () => {
    const press = (user: string, from = "") => visitor.post("/signin/github", { connect: "true", user, from });
    expect(outcome(await press(shown))).toEqual(OTHER_USER);
    expect(outcome(await press(shown, "/account"))).toEqual(["/account", "OtherUser", null]);
    expect([...visitor.cookies.keys()].filter((name) => /state|link-intent/.test(name))).toEqual([]);
    for (const user of [present, ""]) expect((await press(user)).location?.pathname).toBe("/login/oauth/authorize");
  });

  it("a passkey is asked for, and added, for the present user alone", async () => {
    const refused = await visitor.get(`${REGISTER}&user=${shown}`);
    expect([refused.status, refused.set.size]).toEqual([409, 0]);
    expect((await visitor.get(`${REGISTER}&user=${present}`)).status).toBe(200);
    const made = new Passkey(LOCAL_ORIGIN).register(await optionsFor(visitor, "register"));
    expect(outcome(await answerWith(visitor, "register", made, { user: shown }))).toEqual(OTHER_USER);
    expect(await app.prisma.authenticator.count()).toBe(0);
    expect(errorOf(await answerWith(visitor, "register", made, { user: present }))).toBeNull();
    expect(await app.prisma.authenticator.count()).toBe(1);
  });

  it("an update and signing out concern the present user alone; signing out ends the press where no user is signed in", async () => {
    expect((await visitor.post("/session", { data: "x", user: shown })).status).toBe(409);
    const updated = await visitor.post("/session", { data: "x", user: present });
    expect(await updated.json()).toMatchObject({ user: { email: "grace@example.com" } });
    const answer = await visitor.post("/signout", { user: shown }, JSON_PLEASE);
    expect(await answer.json()).toEqual({ url: `${LOCAL_ORIGIN}/api/auth/error?error=OtherUser` });
    expect(await visitor.session()).toMatchObject({ user: { email: "grace@example.com" } });
    expect(errorOf(await visitor.post("/signout", { user: present }))).toBeNull();
    expect(await visitor.session()).toBeNull();
    expect(outcome(await visitor.post("/signout", { user: shown }))).toEqual(["/", null, null]);
  });

  it("a press whose user cannot be looked up is refused, except that signing out ends a JWT", async () => {
    const failing = () => Promise.reject(new Error("Out of order."));
    const adapter = { ...app.adapter, getSessionAndUser: failing, getUser: failing };
    const unlucky = visitor.copy(app.configWith({ adapter }));
    expect((await unlucky.post("/session", { data: "x", user: present }, JSON_PLEASE)).status).toBe(500);
    expect((await unlucky.get(`${REGISTER}&user=${present}`)).status).toBe(500);
    if (strategy === "jwt") expect(outcome(await unlucky.post("/signout", { user: shown }))).toEqual(OTHER_USER);
    const answer = await unlucky.post("/signout", { user: present });
    expect(errorOf(answer)).toBe(strategy === "jwt" ? null : "Configuration");
    expect(unlucky.sessionCookie === undefined).toBe(strategy === "jwt");
  });

  it("a field of this name in another form of a user is the form's own", async () => {
    const { location } = await visitor.post("/signin/email", { email: "new@example.com", user: shown });
    expect(location?.pathname).toBe("/api/auth/verify-request");
  });
});
