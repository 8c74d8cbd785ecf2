// The `session` callback: what pages and browsers get to see of a session. Under both strategies.

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PrismaClient } from "~/server/database/generated/client";
import type { SolidAuthConfig } from "~/solid-auth";
import { getSession } from "~/solid-auth";
import { ORIGIN, openApplication, type SentMail, signInByMail, Visitor } from "../../support/auth";

type SessionCallback = NonNullable<NonNullable<SolidAuthConfig["callbacks"]>["session"]>;

const EMAIL = "user@example.com";

let prisma: PrismaClient;
let sent: SentMail[];
let config: SolidAuthConfig;
let session: ReturnType<typeof vi.fn<SessionCallback>>;

beforeEach(async () => {
  session = vi.fn<SessionCallback>(({ session: { expires } }) => ({ expires: new Date(expires).toISOString() }));
  ({ prisma, sent, config } = await openApplication());
});

async function signedIn(own: SolidAuthConfig): Promise<Visitor> {
  await prisma.user.create({ data: { email: EMAIL, name: "Ada", image: "/ada.png" } });
  const visitor = new Visitor(own);
  await signInByMail(visitor, sent, EMAIL);
  return visitor;
}

async function update(visitor: Visitor, data: unknown) {
  const { csrfToken } = await (await visitor.get("/csrf")).json();
  const headers = { "content-type": "application/json" };
  return visitor.visit("/session", { method: "POST", headers, body: JSON.stringify({ csrfToken, data }) });
}

describe.each(["database", "jwt"] as const)("under the %s strategy", (strategy) => {
  beforeEach(() => {
    config = { ...config, session: { strategy } };
  });

  it("by default name, e-mail and image are all the client sees, and when the session ends", async () => {
    const visitor = await signedIn(config);
    expect(await visitor.session()).toEqual({
      user: { name: "Ada", email: EMAIL, image: "/ada.png" },
      expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it("what it returns is what the client and getSession see, and no more", async () => {
    const own = { ...config, callbacks: { session } };
    const visitor = await signedIn(own);
    session.mockReturnValue({ expires: "later", role: "admin" } as { expires: string });
    expect(await visitor.session()).toEqual({ expires: "later", role: "admin" });
    const request = new Request(ORIGIN, { headers: { cookie: visitor.cookieHeader() } });
    expect(await getSession(request, own)).toEqual({ expires: "later", role: "admin" });
  });

  it("is called whenever a session is checked, and not where there is none", async () => {
    const own = { ...config, callbacks: { session } };
    await new Visitor(own).session();
    const visitor = await signedIn(own);
    expect(session).not.toHaveBeenCalled();
    await visitor.session();
    await visitor.session();
    expect(session).toHaveBeenCalledTimes(2);
  });

  it("one that throws is a failure: 500, and the visitor stays signed in", async () => {
    const visitor = await signedIn({ ...config, callbacks: { session } });
    session.mockRejectedValueOnce(new Error("The role service is down."));
    const answer = await visitor.get("/session");
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("role service");
    expect(answer.set.size).toBe(0);
    expect((await visitor.get("/session")).status).toBe(200);
  });
});

describe("its input under jwt", () => {
  beforeEach(() => {
    config = { ...config, session: { strategy: "jwt" }, callbacks: { session } };
  });

  it("is the session to be and the token", async () => {
    await (await signedIn(config)).session();
    const given = session.mock.calls[0]?.[0];
    expect(given?.session).toMatchObject({ user: { name: "Ada", email: EMAIL, image: "/ada.png" } });
    expect(given?.token).toMatchObject({ name: "Ada", email: EMAIL, picture: "/ada.png", sub: expect.any(String) });
    expect(given?.user).toBeUndefined();
  });

  it("is the same on an update, whose data go to the jwt callback", async () => {
    await update(await signedIn(config), { name: "Countess" });
    const given = session.mock.calls[0]?.[0];
    expect(given?.token).toMatchObject({ name: "Ada" });
    expect([given?.newSession, given?.trigger]).toEqual([undefined, undefined]);
  });
});

describe("its input under database", () => {
  beforeEach(() => {
    config = { ...config, callbacks: { session } };
  });

  it("is the session and its user", async () => {
    await (await signedIn(config)).session();
    const given = session.mock.calls[0]?.[0];
    const { id } = await prisma.user.findFirstOrThrow();
    expect(given?.session).toMatchObject({ userId: id, expires: expect.any(Date) });
    expect(given?.user).toMatchObject({ id, name: "Ada", email: EMAIL, image: "/ada.png" });
    expect([given?.token, given?.newSession, given?.trigger]).toEqual([undefined, undefined, undefined]);
  });

  it("holds the client's data and the trigger on an update, and the client sees the outcome", async () => {
    session.mockImplementation(({ session: { expires }, newSession, trigger }) => {
      return { expires: new Date(expires).toISOString(), seen: { newSession, trigger } };
    });
    const visitor = await signedIn(config);
    const answer = await update(visitor, { name: "Countess" });
    expect(await answer.json()).toMatchObject({ seen: { newSession: { name: "Countess" }, trigger: "update" } });
  });

  it("an update writes nothing to the user by itself", async () => {
    const visitor = await signedIn({ ...config, callbacks: {} });
    const answer = await update(visitor, { name: "Mallory", user: { name: "Mallory" } });
    expect(await answer.json()).toMatchObject({ user: { name: "Ada" } });
    expect(await prisma.user.findFirstOrThrow()).toMatchObject({ name: "Ada" });
  });

  it("an update without the form's own token is refused", async () => {
    const visitor = await signedIn(config);
    const answer = await visitor.visit("/session", { method: "POST", body: new URLSearchParams({ data: "x" }) });
    expect([answer.status, await answer.json()]).toEqual([400, null]);
    expect(session).not.toHaveBeenCalled();
  });
});
