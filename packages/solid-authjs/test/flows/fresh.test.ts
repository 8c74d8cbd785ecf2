// A recent sign-in is needed to add a sign-in method. And the details of a session that it does not show.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bindAuth, Passkey as PasskeyProvider } from "../../src";
import { useApplication } from "../support/application";
import { ADA, LOCAL_ORIGIN, useGitHub } from "../support/peers";
import type { Visitor } from "../support/visitor";

const EMAIL = "ada@example.com";
const START = Date.now();
const MINUTE_SECONDS = 60;

const gitHub = useGitHub();

const at = (minutes: number) => vi.setSystemTime(START + minutes * MINUTE_SECONDS * 1000);

async function registrationStatus(visitor: Visitor): Promise<number> {
  return (await visitor.get("/webauthn-options/passkey?action=register")).status;
}

async function connects(visitor: Visitor): Promise<boolean> {
  const callbackUrl = `${LOCAL_ORIGIN}/account#methods`;
  const { location } = await visitor.post("/signin/github", { connect: "true", callbackUrl });
  if (location?.searchParams.get("error") !== "FreshSignInRequired") return true;
  expect(location.pathname).toBe("/api/auth/signin");
  expect(location.searchParams.get("callbackUrl")).toBe(callbackUrl);
  return false;
}

describe.each(["database", "jwt"] as const)("freshAge, under %s", (strategy) => {
  const app = useApplication(
    () => ({
      providers: [gitHub.provider(), PasskeyProvider()],
      session: { strategy, freshAge: 15 * MINUTE_SECONDS },
      experimental: { enableWebAuthn: true },
    }),
    LOCAL_ORIGIN,
  );
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
  afterEach(() => void vi.useRealTimers());

  async function signedIn(visitor = app.visitor()): Promise<Visitor> {
    await app.signIn(visitor, EMAIL);
    return visitor;
  }

  if (strategy === "jwt")
    it("a sign-in from before the proof of the address adds nothing: it may be an attacker's, and no proof ends a JWT", async () => {
      const visitor = app.visitor();
      await gitHub.signIn(visitor, ADA);
      expect((await app.prisma.user.findMany()).map(({ emailVerified }) => emailVerified)).toEqual([null]);
      await app.prisma.user.updateMany({ data: { emailVerified: new Date(START + 5000) } });
      at(1);
      await visitor.session();
      expect([await connects(visitor), await registrationStatus(visitor)]).toEqual([false, 403]);
      await signedIn(visitor);
      expect([await connects(visitor), await registrationStatus(visitor)]).toEqual([true, 200]);
    });

  it("a later sign-in by mail on another device makes one on this device no older", async () => {
    const visitor = await signedIn();
    at(1);
    await signedIn();
    expect([await connects(visitor), await registrationStatus(visitor)]).toEqual([true, 200]);
    await gitHub.signIn(visitor, ADA, { connect: "true" });
    at(2);
    await signedIn();
    expect(await registrationStatus(visitor)).toBe(200);
  });

  it("an account is connected and a passkey is added within 15 minutes of signing in, not later", async () => {
    const visitor = await signedIn();
    at(14);
    expect([await connects(visitor), await registrationStatus(visitor)]).toEqual([true, 200]);
    at(16);
    expect([await connects(visitor), await registrationStatus(visitor)]).toEqual([false, 403]);
  });

  it("reading the session does not make a sign-in fresher", async () => {
    const visitor = await signedIn();
    for (let minute = 1; minute <= 16; minute += 1) {
      at(minute);
      await visitor.session();
    }
    expect([await connects(visitor), await registrationStatus(visitor)]).toEqual([false, 403]);
  });

  it("connecting an account does not make a sign-in fresher", async () => {
    const visitor = await signedIn();
    at(14);
    await gitHub.signIn(visitor, ADA, { connect: "true" });
    expect(await app.prisma.account.count()).toBe(1);
    at(16);
    expect(await registrationStatus(visitor)).toBe(403);
  });

  it("signing in again does", async () => {
    const visitor = await signedIn();
    at(16);
    await signedIn(visitor);
    expect([await connects(visitor), await registrationStatus(visitor)]).toEqual([true, 200]);
  });

  it("a session of any age may add sign-in methods where freshAge is not set", async () => {
    app.config = { ...app.config, session: { strategy } };
    const visitor = await signedIn();
    at(10_000);
    expect([await connects(visitor), await registrationStatus(visitor)]).toEqual([true, 200]);
  });

  it("getSessionDetails tells when its user signed in, and the cookie's token", async () => {
    const visitor = await signedIn();
    const token = visitor.sessionCookie?.[1];
    at(10);
    const details = await bindAuth(app.config).getSessionDetails(visitor.request());
    expect(details?.session.user?.email).toBe(EMAIL);
    expect(details?.token).toBe(token);
    expect(Math.abs((details?.authenticatedAt?.valueOf() ?? 0) - START)).toBeLessThan(1000);
    await visitor.post("/signout");
    expect(await bindAuth(app.config).getSessionDetails(visitor.request())).toBeNull();
  });
});
