// SPEC.md, FrameworkAuthConfig: `providers` and `adapter`.

import GitHub from "@auth/core/providers/github";
import Google from "@auth/core/providers/google";
import Nodemailer from "@auth/core/providers/nodemailer";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SolidAuthConfig } from "../src";
import { verifiedGitHub } from "../src/features/oauth/github";
import { emailProvider, useApplication } from "./support/application";
import { useOAuth } from "./support/peers";
import { ORIGIN } from "./support/visitor";

const oauth = useOAuth();
const app = useApplication();
afterEach(() => void vi.unstubAllEnvs());

const custom = (id?: string) => oauth.provider({ ...(id && { id }) });

/** An application with these providers only. */
const visitorOf = (providers: SolidAuthConfig["providers"], options: Partial<SolidAuthConfig> = {}) =>
  app.visitor({ providers, ...options });

describe("providers", () => {
  it.each(["issuer", "authorization", "token", "userinfo"])(
    "an entry whose %s has no TLS is refused by that name, loopback apart",
    async (name) => {
      for (const endpoint of ["http://idp.example.com/a", { url: "http://idp.example.com/a" }])
        await expect(visitorOf([oauth.provider({ [name]: endpoint })]).get("/csrf")).rejects.toThrow(
          `The provider "custom": ${name} must be https`,
        );
      const local = oauth.provider({ [name]: "http://localhost:1/a" });
      expect((await visitorOf([local]).get("/csrf")).status).toBe(200);
    },
  );

  it("providers may be built in or custom, objects or factories, in any order", async () => {
    const providers = [
      () => custom("factory"),
      GitHub({ clientId: "id", clientSecret: "secret" }),
      emailProvider(app.sent),
      custom("object"),
      Google,
    ];
    for (const ordered of [providers, providers.toReversed()]) {
      const listed = await (await visitorOf(ordered).get("/providers")).json();
      const ids = ["factory", "github", "email", "object", "google"];
      expect(Object.keys(listed)).toEqual(ordered === providers ? ids : ids.reverse());
      for (const id of ids)
        expect(listed[id]).toMatchObject({
          id,
          signinUrl: `${ORIGIN}/api/auth/signin/${id}`,
          callbackUrl: `${ORIGIN}/api/auth/callback/${id}`,
        });
    }
  });

  it("redirects to a built-in provider with its options", async () => {
    const provider = GitHub({
      clientId: "my-client",
      clientSecret: "secret",
      authorization: { params: { login: "ada" } },
    });
    const { location } = await visitorOf([provider]).post("/signin/github");
    expect(location?.origin).toBe("https://github.com");
    expect(location?.searchParams.get("client_id")).toBe("my-client");
    expect(location?.searchParams.get("login")).toBe("ada");
    expect(location?.searchParams.get("redirect_uri")).toBe(`${ORIGIN}/api/auth/callback/github`);
  });

  it.each<[string, SolidAuthConfig["providers"][number]]>([
    ["a built-in factory", GitHub],
    ["a verified GitHub", verifiedGitHub],
    ["a verified GitHub with an option", verifiedGitHub({ userAgent: "Test" })],
  ])("gives %s its client from the environment", async (_form, provider) => {
    vi.stubEnv("AUTH_GITHUB_ID", "from-environment");
    vi.stubEnv("AUTH_GITHUB_SECRET", "secret");
    const { location } = await visitorOf([provider]).post("/signin/github");
    expect(location?.searchParams.get("client_id")).toBe("from-environment");
  });

  it.each([
    ["an object", () => custom()],
    ["a factory", () => () => custom()],
  ])("signs in with a custom provider given as %s", async (_form, provider) => {
    const visitor = visitorOf([provider()]);
    expect((await oauth.signIn(visitor)).location?.href).toBe(`${ORIGIN}/`);
    expect(await visitor.session()).toMatchObject({ user: { name: "Ada", email: "ada@example.com" } });
    expect(await app.prisma.account.findFirst()).toMatchObject({ provider: "custom", providerAccountId: "7" });
  });

  it("gives a built-in email provider its options instead of its defaults", async () => {
    const sendVerificationRequest = vi.fn();
    const options = { server: "smtp://127.0.0.1:1", from: "sign-in@example.com", maxAge: 300, sendVerificationRequest };
    const visitor = visitorOf([Nodemailer({ id: "mail", ...options })]);
    const asked = Date.now();
    await visitor.post("/signin/mail", { email: "user@example.com" });
    const { url, provider, expires } = sendVerificationRequest.mock.lastCall?.[0] ?? {};
    expect(new URL(url).pathname).toBe("/api/auth/callback/mail");
    expect(provider).toMatchObject({ from: "sign-in@example.com", server: "smtp://127.0.0.1:1" });
    expect(Math.round((expires.valueOf() - asked) / 60_000)).toBe(5);
  });

  it("keeps two clients of one built-in provider apart by their ids", async () => {
    const one = GitHub({ id: "github-one", clientId: "one", clientSecret: "secret" });
    const two = GitHub({ id: "github-two", clientId: "two", clientSecret: "secret" });
    const visitor = visitorOf([one, two]);
    for (const id of ["one", "two"]) {
      const { location } = await visitor.post(`/signin/github-${id}`);
      expect(location?.searchParams.get("client_id")).toBe(id);
    }
  });

  it("offers no sign-in when the list is empty", async () => {
    const visitor = visitorOf([]);
    expect(await (await visitor.get("/providers")).json()).toEqual({});
    const answer = await visitor.post("/signin/github");
    expect(answer.location?.searchParams.get("error")).toBe("InvalidProvider");
  });
});

describe("adapter", () => {
  it("stores sessions as rows, and the cookie holds only the token", async () => {
    const visitor = visitorOf([emailProvider(app.sent)]);
    await app.signIn(visitor);
    const [, token = ""] = visitor.sessionCookie ?? [];
    expect(await app.adapter.getSessionAndUser?.(token)).toMatchObject({ user: { email: "user@example.com" } });
    await app.prisma.session.deleteMany();
    expect(await visitor.session()).toBeNull();
  });

  it("holds the users, and no sessions, if the strategy is set to jwt", async () => {
    const visitor = visitorOf([emailProvider(app.sent)], { session: { strategy: "jwt" } });
    await app.signIn(visitor);
    expect(visitor.sessionCookie?.[1].split(".")).toHaveLength(5);
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
    expect(await app.prisma.user.count()).toBe(1);
    expect(await app.prisma.session.count()).toBe(0);
  });
});
