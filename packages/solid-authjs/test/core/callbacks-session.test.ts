// The `session` callback: the part of a session that pages and browsers get.

import { beforeEach, describe, expect, it, vi } from "vitest";
import { getSession, type SolidAuthConfig } from "../../src";
import { EMAIL, STRATEGIES, useApplication } from "../support/application";

type SessionCallback = NonNullable<NonNullable<SolidAuthConfig["callbacks"]>["session"]>;

const USER = { name: "Ada", email: EMAIL, image: "/ada.png" };
/** What the callback returns. */
const SHOWN = { expires: "later", role: "admin" } as { expires: string };

const app = useApplication();
let session: ReturnType<typeof vi.fn<SessionCallback>>;

beforeEach(async () => {
  session = vi.fn<SessionCallback>(() => SHOWN);
  await app.prisma.user.create({ data: USER });
});

describe.each(STRATEGIES)("under %s", (strategy) => {
  const own = (callbacks: SolidAuthConfig["callbacks"] = { session }) =>
    app.configWith({ session: { strategy }, callbacks });

  it("pages and the browser see name, email, image and expiry by default, and no more", async () => {
    const visitor = await app.signedIn(EMAIL, own({}));
    const shown = { user: USER, expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) };
    expect(await visitor.session()).toEqual(shown);
    expect(await getSession(visitor.request(), own({}))).toEqual(shown);
  });

  it("each read calls the session callback with the future session, and its user or token; all see what it returns", async () => {
    await app.visitor(own()).session();
    const visitor = await app.signedIn(EMAIL, own());
    expect(session).not.toHaveBeenCalled();
    expect(await visitor.session()).toEqual(SHOWN);
    expect(await getSession(visitor.request(), own())).toEqual(SHOWN);
    expect(session).toHaveBeenCalledTimes(2);
    const { id } = await app.prisma.user.findFirstOrThrow();
    const { image: picture, ...rest } = USER;
    for (const [{ session: given, user, token, newSession, trigger }] of session.mock.calls) {
      if (strategy === "jwt") {
        expect(given).toMatchObject({ user: USER });
        expect([user, token]).toEqual([undefined, expect.objectContaining({ ...rest, picture, sub: id })]);
      } else {
        expect(given).toMatchObject({ userId: id, expires: expect.any(Date) });
        expect([user, token]).toEqual([expect.objectContaining({ ...USER, id }), undefined]);
      }
      expect([newSession, trigger]).toEqual([undefined, undefined]);
    }
  });
});

it("a session callback that returns what it gets shows scripts neither the token nor other columns", async () => {
  const visitor = await app.signedIn(EMAIL, { callbacks: { session: ({ session }) => session } });
  const shown = await visitor.session();
  expect(shown).toMatchObject({ user: { email: EMAIL }, expires: expect.any(String) });
  const token = visitor.sessionCookie?.[1] ?? "";
  expect(token).toHaveLength(64);
  for (const secret of [token, "sessionToken", "userAgent", "authenticatedAt", "lastSeenAt"])
    expect(JSON.stringify(shown)).not.toContain(secret);
});
