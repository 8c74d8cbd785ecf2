// What the layer refuses, and where a failure leads.

import { expect, it, vi } from "vitest";
import { Passkey as PasskeyProvider, type SolidAuthConfig, signOut } from "../src";
import { EMAIL, useApplication } from "./support/application";
import { useOAuth } from "./support/oauth";
import { Passkey } from "./support/passkey";
import { authenticate, register } from "./support/passkeys";
import { ORIGIN, outcome } from "./support/visitor";

const SIGN_IN = "/api/auth/signin";

const oauth = useOAuth();
const app = useApplication(() => ({ providers: [oauth.provider(), PasskeyProvider()] }));

/** JWTs that a test can read and write. */
const readable = {
  encode: async ({ token }: { token?: object }) => Buffer.from(JSON.stringify(token)).toString("base64url"),
  decode: async ({ token }: { token?: string }) => JSON.parse(Buffer.from(token ?? "", "base64url").toString()),
};

it.each([
  [15 * 60, 403],
  [undefined, 200],
])("a JWT that does not say when its user signed in is too old for a freshAge of %j (%i), and ends", async (...row) => {
  const [freshAge, status] = row;
  const visitor = await app.signedIn(EMAIL, { session: { strategy: "jwt", freshAge }, jwt: readable });
  const [name = "", value] = visitor.sessionCookie ?? [];
  const { auth_time, ...old } = await readable.decode({ token: value });
  expect(auth_time).toBeGreaterThan(0);
  visitor.cookies.set(name, await readable.encode({ token: old }));
  for (const visit of ["first", "second"]) {
    expect((await visitor.get("/webauthn-options/passkey?action=register")).status, visit).toBe(status);
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  }
  // Its absolute lifetime counts from the first visit.
  const { auth_time: counted } = await readable.decode({ token: visitor.sessionCookie?.[1] });
  expect(counted).toBeGreaterThan(Date.now() / 1000 - 60 - (freshAge ?? 0));
});

it.each([
  ["/account", ["/account", "OAuthCallbackError", "connect"]],
  [`${ORIGIN}.elsewhere.example/`, [SIGN_IN, "OAuthCallbackError", null]],
])("a Connect that the user refuses leads back to %s only if that is on this site", async (callbackUrl, led) => {
  const visitor = await app.signedIn(EMAIL, { callbacks: { redirect: ({ url }) => new URL(url, ORIGIN).href } });
  const { location } = await visitor.post("/signin/custom", { connect: "true", callbackUrl });
  const state = location?.searchParams.get("state");
  const answer = await visitor.get(`/callback/custom?error=access_denied&state=${state}`);
  expect(outcome(answer)).toEqual(led);
  expect(answer.location?.origin).toBe(ORIGIN);
});

it("a passkey signs in no user if it is removed during the sign-in", async () => {
  const owner = await app.signedIn();
  const passkey = new Passkey(ORIGIN);
  await register(owner, passkey);
  const adapter: SolidAuthConfig["adapter"] = {
    ...app.adapter,
    async getAuthenticator(id) {
      const found = (await app.adapter.getAuthenticator?.(id)) ?? null;
      await app.prisma.authenticator.deleteMany();
      return found;
    },
  };
  const visitor = app.visitor({ adapter });
  const answer = await authenticate(visitor, passkey);
  expect(outcome(answer)).toEqual(["/api/auth/error", "WebAuthnVerificationError", "unknown"]);
  expect(visitor.sessionCookie).toBeUndefined();
  expect(await app.prisma.session.count()).toBe(1);
});

it("signing out fails, and the cookie stays, if the session's row cannot be deleted", async () => {
  const visitor = await app.signedIn();
  const deleteSession = () => Promise.reject(new Error("Out of order."));
  const broken = app.configWith({ adapter: { ...app.adapter, deleteSession } });
  await expect(visitor.answering((request) => signOut(request, broken))).rejects.toThrow();
  expect(outcome(await visitor.copy(broken).post("/signout"))).toEqual(["/api/auth/error", "Configuration", null]);
  expect(visitor.sessionCookie).toBeDefined();
  expect(await app.prisma.session.count()).toBe(1);
});

it("signing out under jwt works with a cookie that cannot be decrypted: there is no row that could stay", async () => {
  const visitor = app.visitor({ session: { strategy: "jwt" } });
  visitor.cookies.set("__Secure-authjs.session-token", "not.a.token");
  expect(outcome(await visitor.post("/signout", { callbackUrl: "/bye" }))).toEqual(["/bye", null, null]);
  expect(visitor.sessionCookie).toBeUndefined();
});

it.each([new Error("The disk is gone."), "The disk is gone."])(
  "an adapter that fails before core is called leads to the error page, and the logger gets the error: %s",
  async (thrown) => {
    const visitor = await app.signedIn();
    const error = vi.fn();
    const adapter = { ...app.adapter, getSessionAndUser: () => Promise.reject(thrown) };
    const answer = await visitor
      .copy(app.configWith({ adapter, logger: { error } }))
      .post("/signin/custom", { connect: "true" });
    expect([answer.status, ...outcome(answer)]).toEqual([302, "/api/auth/error", "Configuration", null]);
    expect(error.mock.calls).toEqual([[expect.objectContaining({ message: "The disk is gone." })]]);
  },
);
