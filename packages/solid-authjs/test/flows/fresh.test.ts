// A recent sign-in is needed to add a sign-in method. And the details of a session that it does not show.

import { beforeEach, describe, expect, it, vi } from "vitest";
import { bindAuth, Passkey as PasskeyProvider } from "../../src";
import { STRATEGIES, useApplication } from "../support/application";
import { ADA, LOCAL_ORIGIN, useGitHub } from "../support/peers";
import type { Visitor } from "../support/visitor";

const EMAIL = "ada@example.com";
const START = Date.now();
const MINUTE_SECONDS = 60;

const gitHub = useGitHub();

const at = (minutes: number) => vi.setSystemTime(START + minutes * MINUTE_SECONDS * 1000);

/** Whether the session may connect an account, and whether it may add a passkey. */
async function mayAdd(visitor: Visitor): Promise<boolean[]> {
  const callbackUrl = `${LOCAL_ORIGIN}/account#methods`;
  const { location } = await visitor.post("/signin/github", { connect: "true", callbackUrl });
  const isRefused = location?.searchParams.get("error") === "FreshSignInRequired";
  if (isRefused) {
    expect(location.pathname).toBe("/api/auth/signin");
    expect(location.searchParams.get("callbackUrl")).toBe(callbackUrl);
  }
  const { status } = await visitor.get("/webauthn-options/passkey?action=register");
  expect(status).toBe(status === 200 ? 200 : 403);
  return [!isRefused, status === 200];
}

describe.each(STRATEGIES)("freshAge, under %s", (strategy) => {
  const app = useApplication(
    () => ({
      providers: [gitHub.provider(), PasskeyProvider()],
      session: { strategy, freshAge: 15 * MINUTE_SECONDS },
    }),
    LOCAL_ORIGIN,
  );
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));

  const connect = (visitor: Visitor) => gitHub.signIn(visitor, ADA, { connect: "true" });

  if (strategy === "jwt")
    it("a sign-in from before the proof of the address is not fresh, and adds nothing: it may be an attacker's, and no proof ends a JWT", async () => {
      const visitor = app.visitor();
      const provenAt = async () => (await bindAuth(app.config).getSessionDetails(visitor.request()))?.provenAt;
      await gitHub.signIn(visitor, ADA);
      expect(await provenAt()).toBeDefined();
      expect((await app.prisma.user.findMany()).map(({ emailVerified }) => emailVerified)).toEqual([null]);
      await app.prisma.user.updateMany({ data: { emailVerified: new Date(START + 5000) } });
      at(1);
      await visitor.session();
      for (const session of [app.config.session, { strategy }])
        expect(await mayAdd(visitor.copy(app.configWith({ session })))).toEqual([false, false]);
      expect(await provenAt()).toBeUndefined();
      await app.signIn(visitor, EMAIL);
      expect(await mayAdd(visitor)).toEqual([true, true]);
      expect(await provenAt()).toBeDefined();
    });

  it("a later sign-in by mail on another device makes one on this device no older", async () => {
    const visitor = await app.signedIn(EMAIL);
    at(1);
    await app.signedIn(EMAIL);
    expect(await mayAdd(visitor)).toEqual([true, true]);
    await connect(visitor);
    at(2);
    await app.signedIn(EMAIL);
    expect(await mayAdd(visitor)).toEqual([true, true]);
  });

  it.each<[string, number, (visitor: Visitor) => unknown, boolean]>([
    ["adds within 15 minutes of signing in", 14, () => {}, true],
    ["does not add later", 16, () => {}, false],
    ["does not add later if it was read", 16, (visitor) => visitor.session(), false],
    ["does not add later if it has connected an account", 16, connect, false],
    ["adds later if its user has signed in again", 16, (visitor) => app.signIn(visitor, EMAIL), true],
  ])("a session %s", async (_, minutes, act, may) => {
    const visitor = await app.signedIn(EMAIL);
    for (const minute of [1, 14]) {
      at(minute);
      await act(visitor);
    }
    at(minutes);
    expect(await mayAdd(visitor)).toEqual([may, may]);
  });

  it("getSessionDetails tells when its user signed in, and the cookie's token", async () => {
    const visitor = await app.signedIn(EMAIL);
    const token = visitor.sessionCookie?.[1];
    at(10);
    const details = await bindAuth(app.config).getSessionDetails(visitor.request());
    expect(details).toMatchObject({ token, session: { user: { email: EMAIL } } });
    expect(Math.abs((details?.authenticatedAt?.valueOf() ?? 0) - START)).toBeLessThan(1000);
    await visitor.post("/signout");
    expect(await bindAuth(app.config).getSessionDetails(visitor.request())).toBeNull();
  });
});
