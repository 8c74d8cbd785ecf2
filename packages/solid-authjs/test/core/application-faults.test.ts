// Mistakes in the application's own configuration and callbacks: the log reports them, and visitors are safe.

import { expect, it, vi } from "vitest";
import { SolidAuth, type SolidAuthConfig } from "../../src";
import { EMAIL, linkFields, useApplication } from "../support/application";
import { LOCAL_ORIGIN, useGitHub } from "../support/peers";
import { type Answer, outcome, type Visitor } from "../support/visitor";

const CONFIGURATION = ["/error", "Configuration", null];

const gitHub = useGitHub();
const app = useApplication(
  () => ({ providers: [gitHub.provider()], pages: { signIn: "/sign-in", error: "/error" } }),
  LOCAL_ORIGIN,
);

const fails = (words: string) => () => Promise.reject(new Error(words));

it("a session callback that returns what it gets shows scripts neither the token nor other columns", async () => {
  const visitor = await app.signedIn(EMAIL, { callbacks: { session: ({ session }) => session } });
  const shown = await visitor.session();
  expect(shown).toMatchObject({ user: { email: EMAIL }, expires: expect.any(String) });
  const token = visitor.sessionCookie?.[1] ?? "";
  expect(token).toHaveLength(64);
  for (const secret of [token, "sessionToken", "userAgent", "authenticatedAt", "lastSeenAt"])
    expect(JSON.stringify(shown)).not.toContain(secret);
});

const returning = (url: unknown) => ({ callbacks: { redirect: (() => url) as never } });

const spend = (visitor: Visitor) => visitor.post("/callback/email", linkFields(app.sent.at(-1)));
const askForLink = (visitor: Visitor) => visitor.post("/signin/email", { email: "b@example.com", callbackUrl: "/a" });
const withoutJwt: Partial<SolidAuthConfig> = {
  session: { strategy: "jwt" },
  callbacks: { jwt: fails("The directory is down.") },
};

it.each<[string, Partial<SolidAuthConfig>, (visitor: Visitor) => Promise<Answer>]>([
  ["a jwt callback rejects at a provider's sign-in", withoutJwt, (visitor) => gitHub.signIn(visitor)],
  ["a redirect callback returns nothing, while a mail is asked for", returning(undefined), askForLink],
  ["a redirect callback returns an empty text, while a link is spent", returning(""), spend],
  ["a redirect callback returns no URL, while a link is spent", returning("https://["), spend],
])("the error page says so, no visitor is signed in and no mail is sent, if %s", async (_, options, act) => {
  await app.visitor().post("/signin/email", { email: EMAIL });
  const visitor = app.visitor(options);
  const answer = await act(visitor);
  expect([answer.status, ...outcome(answer)]).toEqual([302, ...CONFIGURATION]);
  expect(visitor.sessionCookie).toBeUndefined();
  expect(app.sent).toHaveLength(1);
});

it.each([new Error("The disk is gone."), "The disk is gone."])(
  "an adapter that fails before core is called leads to the error page, and the logger gets the error: %s",
  async (thrown) => {
    const visitor = await app.signedIn();
    const error = vi.fn();
    const getSessionAndUser = () => Promise.reject(thrown);
    const broken = app.configWith({ adapter: { ...app.adapter, getSessionAndUser }, logger: { error } });
    const answer = await visitor.copy(broken).post("/signin/github", { connect: "true" });
    expect([answer.status, ...outcome(answer)]).toEqual([302, ...CONFIGURATION]);
    expect(error.mock.calls).toEqual([[expect.objectContaining({ message: "The disk is gone." })]]);
  },
);

const named = (sessionToken: string, csrfToken: string) => ({
  sessionToken: { name: sessionToken, options: {} },
  csrfToken: { name: csrfToken, options: {} },
});

it.each<[string, SolidAuthConfig["cookies"], string]>([
  ["begins another's, app", named("app", "app.csrf"), "is the beginning of another cookie's"],
  ["begins a default name, authjs", named("authjs", "csrf"), "is the beginning of another cookie's"],
  ["is another's", named("same", "same"), "is the beginning of another cookie's"],
  ["is given twice", { state: { name: "flow" }, nonce: { name: "flow" } }, 'Two cookies have the name "flow".'],
  ["is a default name", { state: { name: "authjs.nonce" } }, 'Two cookies have the name "authjs.nonce".'],
  ["is a default name on https", { state: { name: "__Secure-authjs.nonce" } }, '"__Secure-authjs.nonce".'],
  ["is of the layer", { callbackUrl: { name: "__Host-authjs.mail-request" } }, '"__Host-authjs.mail-request".'],
])("a cookie's name is refused immediately if it %s", (_, cookies, words) => {
  expect(() => SolidAuth(app.configWith({ cookies }))).toThrow(words);
});
