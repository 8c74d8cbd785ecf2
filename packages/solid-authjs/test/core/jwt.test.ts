// A session that would not fit into the headers of a browser's next requests.

import { expect, it, vi } from "vitest";
import { EMAIL, useApplication } from "../support/application";
import { useOAuth } from "../support/oauth";
import { type Answer, outcome, type Visitor } from "../support/visitor";

const oauth = useOAuth();
const error = vi.fn();
/** How many characters the `jwt` callback adds now. */
let length = 1;
const app = useApplication(() => ({
  providers: [oauth.provider()],
  session: { strategy: "jwt" },
  pages: { signIn: "/sign-in", error: "/error" },
  callbacks: { jwt: ({ token }) => ({ ...token, padding: "x".repeat(length) }) },
  logger: { error },
}));

/** What Node accepts in headers, less what a browser sends besides cookies. */
const MAX_COOKIE_HEADER = 14_000;

const sessionCookies = (visitor: Visitor) =>
  [...visitor.cookies.keys()].filter((name) => name.includes("session-token"));

it("a JWT that fits into three cookies signs in, and all cookies together stay below what servers accept", async () => {
  length = 8300;
  const visitor = await app.signedIn();
  expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  expect(visitor.cookieHeader().length).toBeLessThan(MAX_COOKIE_HEADER);
});

it.each<[string, (visitor: Visitor) => Promise<Answer>]>([
  ["mail", (visitor) => app.signIn(visitor)],
  ["a provider, as a fault that is not the provider's", (visitor) => oauth.signIn(visitor)],
])("a token that is too long is refused at sign-in by %s, and the browser keeps none of it", async (_, signIn) => {
  length = 9000;
  const visitor = app.visitor();
  expect(outcome(await signIn(visitor))).toEqual(["/error", "Configuration", null]);
  expect(sessionCookies(visitor)).toEqual([]);
  const message = /^The session is \d+ characters long as a JWT, and at most 11808 fit into cookies\./;
  const err = { name: "SessionTooLong", message: expect.stringMatching(message) };
  expect(error.mock.lastCall?.[0].cause.err).toMatchObject(err);
});

it("a token that is too long is refused at an update; a reading keeps its token, and signs out", async () => {
  length = 1;
  const visitor = await app.signedIn();
  const before = visitor.sessionCookie;
  length = 9000;
  expect((await visitor.update({})).status).toBe(500);
  expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
  expect(visitor.sessionCookie).toEqual(before);
  await visitor.post("/signout");
  expect(sessionCookies(visitor)).toEqual([]);
});
