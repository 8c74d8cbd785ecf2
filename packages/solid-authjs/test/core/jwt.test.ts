// A session that would not fit into the headers of a browser's next requests.

import { describe, expect, it, vi } from "vitest";
import type { SolidAuthConfig } from "../../src";
import { EMAIL, useApplication } from "../support/application";
import { useOAuth } from "../support/peers";
import { outcome } from "../support/visitor";

const oauth = useOAuth();
const app = useApplication(() => ({
  providers: [oauth.provider()],
  session: { strategy: "jwt" },
  pages: { signIn: "/sign-in", error: "/error" },
}));

/** A configuration whose `jwt` callback adds text, as long as `length` says at that time. */
function padded(length: () => number, more: Partial<SolidAuthConfig> = {}): Partial<SolidAuthConfig> {
  return { callbacks: { jwt: ({ token }) => ({ ...token, padding: "x".repeat(length()) }) }, ...more };
}

/** What Node accepts in headers, less what a browser sends besides cookies. */
const MAX_COOKIE_HEADER = 14_000;

describe("a JWT that fits into three cookies", () => {
  it("signs in, and all cookies together stay below what servers accept", async () => {
    const visitor = app.visitor(padded(() => 8300));
    await app.signIn(visitor);
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    expect(visitor.cookieHeader().length).toBeLessThan(MAX_COOKIE_HEADER);
  });
});

describe.each([9000, 40_000])("a JWT with %d characters too many", (length) => {
  it("a session that is too long is refused at sign-in by mail, the log names the error, and the browser keeps none of it", async () => {
    const error = vi.fn();
    const visitor = app.visitor(padded(() => length, { logger: { error } }));
    expect(outcome(await app.signIn(visitor))).toEqual(["/error", "Configuration", null]);
    expect([...visitor.cookies.keys()].filter((name) => name.includes("session-token"))).toEqual([]);
    expect(error.mock.lastCall?.[0].cause.err).toMatchObject({
      name: "SessionTooLong",
      message: expect.stringMatching(
        /^The session is \d+ characters long as a JWT, and at most 11808 fit into cookies\./,
      ),
    });
  });

  it("a session that is too long is refused at sign-in by a provider, as a fault that is not the provider's", async () => {
    const visitor = app.visitor(padded(() => length));
    expect(outcome(await oauth.signIn(visitor))).toEqual(["/error", "Configuration", null]);
    expect(await visitor.session()).toBeNull();
  });

  it("an update that makes it too long is refused, and the session stays as it was", async () => {
    let isLong = false;
    const visitor = app.visitor(padded(() => (isLong ? length : 1)));
    await app.signIn(visitor);
    const before = visitor.sessionCookie;
    isLong = true;
    expect((await visitor.update({})).status).toBe(500);
    isLong = false;
    expect(visitor.sessionCookie).toEqual(before);
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  });
});

it.each([9000, 40_000])(
  "a session that a reading would make too long (%d) keeps its token, and signs out",
  async (more) => {
    let length = 1;
    const visitor = app.visitor(padded(() => length));
    await app.signIn(visitor);
    const before = visitor.sessionCookie;
    length = more;
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    expect(visitor.sessionCookie).toEqual(before);
    await visitor.post("/signout");
    expect([...visitor.cookies.keys()].filter((name) => name.includes("session-token"))).toEqual([]);
  },
);
