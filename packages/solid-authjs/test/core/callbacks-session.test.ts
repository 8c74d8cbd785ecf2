// The `session` callback: the part of a session that pages and browsers get. Under both strategies.

import { beforeEach, describe, expect, it, vi } from "vitest";
import { getSession, type SolidAuthConfig } from "../../src";
import { EMAIL, useApplication } from "../support/application";
import { Visitor } from "../support/visitor";

type SessionCallback = NonNullable<NonNullable<SolidAuthConfig["callbacks"]>["session"]>;

let session: ReturnType<typeof vi.fn<SessionCallback>>;

beforeEach(() => {
  session = vi.fn<SessionCallback>(({ session: { expires } }) => ({ expires: new Date(expires).toISOString() }));
});
const app = useApplication();

async function signedIn(own: SolidAuthConfig): Promise<Visitor> {
  await app.prisma.user.create({ data: { email: EMAIL, name: "Ada", image: "/ada.png" } });
  return app.signedIn(EMAIL, own);
}

describe.each(["database", "jwt"] as const)("the session callback, under %s", (strategy) => {
  beforeEach(() => {
    app.config = { ...app.config, session: { strategy } };
  });

  it("the client sees name, email, image and expiry by default, and no more", async () => {
    const visitor = await signedIn(app.config);
    expect(await visitor.session()).toEqual({
      user: { name: "Ada", email: EMAIL, image: "/ada.png" },
      expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it("what it returns is what the client and getSession see, and no more", async () => {
    const own = { ...app.config, callbacks: { session } };
    const visitor = await signedIn(own);
    session.mockReturnValue({ expires: "later", role: "admin" } as { expires: string });
    expect(await visitor.session()).toEqual({ expires: "later", role: "admin" });
    const request = visitor.request();
    expect(await getSession(request, own)).toEqual({ expires: "later", role: "admin" });
  });

  it("each read of a session calls it, and a visitor without a session does not", async () => {
    const own = { ...app.config, callbacks: { session } };
    await new Visitor(own).session();
    const visitor = await signedIn(own);
    expect(session).not.toHaveBeenCalled();
    await visitor.session();
    await visitor.session();
    expect(session).toHaveBeenCalledTimes(2);
  });

  it("a callback that throws makes the response a 500, and the visitor stays signed in", async () => {
    const visitor = await signedIn({ ...app.config, callbacks: { session } });
    session.mockRejectedValue(new Error("The role service is down."));
    const answer = await visitor.get("/session");
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("role service");
    expect(answer.set.size).toBe(0);
    session.mockReset();
    expect((await visitor.get("/session")).status).toBe(200);
  });
});

describe("the session callback's input, under jwt", () => {
  beforeEach(() => {
    app.config = { ...app.config, session: { strategy: "jwt" }, callbacks: { session } };
  });

  it("the callback gets the future session and the token", async () => {
    await (await signedIn(app.config)).session();
    const given = session.mock.calls[0]?.[0];
    expect(given?.session).toMatchObject({ user: { name: "Ada", email: EMAIL, image: "/ada.png" } });
    expect(given?.token).toMatchObject({ name: "Ada", email: EMAIL, picture: "/ada.png", sub: expect.any(String) });
    expect(given?.user).toBeUndefined();
  });

  it("stays the same on an update: the data go to the jwt callback", async () => {
    await (await signedIn(app.config)).update({ name: "Countess" });
    const given = session.mock.calls[0]?.[0];
    expect(given?.token).toMatchObject({ name: "Ada" });
    expect([given?.newSession, given?.trigger]).toEqual([undefined, undefined]);
  });
});

describe("the session callback's input, under database", () => {
  beforeEach(() => {
    app.config = { ...app.config, callbacks: { session } };
  });

  it("the callback gets the session and its user", async () => {
    await (await signedIn(app.config)).session();
    const given = session.mock.calls[0]?.[0];
    const { id } = await app.prisma.user.findFirstOrThrow();
    expect(given?.session).toMatchObject({ userId: id, expires: expect.any(Date) });
    expect(given?.user).toMatchObject({ id, name: "Ada", email: EMAIL, image: "/ada.png" });
    expect([given?.token, given?.newSession, given?.trigger]).toEqual([undefined, undefined, undefined]);
  });

  it("the callback gets the client's data and the trigger on an update, and the client sees the result", async () => {
    session.mockImplementation(({ session: { expires }, newSession, trigger }) => {
      return { expires: new Date(expires).toISOString(), seen: { newSession, trigger } };
    });
    const visitor = await signedIn(app.config);
    const answer = await visitor.update({ name: "Countess" });
    expect(await answer.json()).toMatchObject({ seen: { newSession: { name: "Countess" }, trigger: "update" } });
  });

  it("an update writes nothing to the user by itself", async () => {
    const visitor = await signedIn({ ...app.config, callbacks: {} });
    const answer = await visitor.update({ name: "Mallory", user: { name: "Mallory" } });
    expect(await answer.json()).toMatchObject({ user: { name: "Ada" } });
    expect(await app.prisma.user.findFirstOrThrow()).toMatchObject({ name: "Ada" });
  });

  it("an update without the form's own token is refused", async () => {
    const visitor = await signedIn(app.config);
    const answer = await visitor.visit("/session", { method: "POST", body: new URLSearchParams({ data: "x" }) });
    expect([answer.status, await answer.json()]).toEqual([400, null]);
    expect(session).not.toHaveBeenCalled();
  });
});
