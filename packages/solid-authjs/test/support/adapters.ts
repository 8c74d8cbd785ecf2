// What the layer does with any adapter of Auth.js: sign-in, sessions, passkeys and sign-out.

import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { Passkey as PasskeyProvider, type SolidAuthAdapter } from "../../src";
import { type Application, linkFields, useApplication } from "./application";
import { Passkey } from "./passkey";
import { authenticate, register } from "./passkeys";
import { LOCAL_ORIGIN, useGitHub } from "./peers";
import { errorOf, type Visitor } from "./visitor";

/** @param choose the adapter, for a new application before each test */
export function describeAdapter(name: string, choose: (app: Application) => SolidAuthAdapter): void {
  describe(`with ${name}`, () => {
    const gitHub = useGitHub();
    const app = useApplication(
      () => ({
        providers: [gitHub.provider(), PasskeyProvider()],
        pages: { signIn: "/sign-in", error: "/error" },
      }),
      LOCAL_ORIGIN,
    );
    beforeEach(() => {
      app.config.adapter = choose(app);
    });

    async function signedIn(email?: string): Promise<Visitor> {
      const visitor = app.visitor();
      expect(errorOf(await app.signIn(visitor, email))).toBeNull();
      return visitor;
    }

    it("a mail link signs up, works once, and signs in again as the same user", async () => {
      const visitor = await signedIn();
      const first = await visitor.session();
      expect(first).toMatchObject({ user: { email: "user@example.com" } });
      const spent = linkFields(app.sent.at(-1));
      expect(errorOf(await app.visitor().post("/callback/email", spent))).toBe("Verification");
      expect(await (await signedIn()).session()).toMatchObject({ user: first?.user ?? {} });
    });

    it("an OAuth account signs up and in", async () => {
      for (const _ of ["first", "again"]) {
        const visitor = app.visitor();
        expect(errorOf(await gitHub.signIn(visitor))).toBeNull();
        expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
      }
    });

    it("a passkey is added, and signs in", async () => {
      const [passkey, visitor] = [new Passkey(LOCAL_ORIGIN), app.visitor()];
      expect(errorOf(await register(await signedIn(), passkey))).toBeNull();
      expect(errorOf(await authenticate(visitor, passkey))).toBeNull();
      expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
    });

    it("a cookie of a deleted session blocks neither signing in nor signing out", async () => {
      const visitor = await signedIn();
      const [cookie, value] = visitor.sessionCookie ?? ["", ""];
      await visitor.copy().post("/signout");
      expect(errorOf(await app.signIn(visitor))).toBeNull();
      expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
      visitor.cookies.set(cookie, value);
      expect(errorOf(await visitor.post("/signout"))).toBeNull();
      expect(visitor.cookies.has(cookie)).toBe(false);
    });

    it("an expired session is refused", async () => {
      app.config.session = { maxAge: 60 };
      const visitor = await signedIn();
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
      onTestFinished(() => void vi.useRealTimers());
      expect(await visitor.session()).toBeNull();
    });
  });
}
