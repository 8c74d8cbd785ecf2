// The `signIn` callback decides who may sign in. Under both strategies, at each point where it is called. What it gets
// is in events.test.ts.

import { AccessDenied } from "@auth/core/errors";
import { beforeEach, expect, it, vi } from "vitest";
import type { SolidAuthConfig } from "../../src";
import { EMAIL, QUIET, useApplication } from "../support/application";
import { LOCAL_ORIGIN, useGitHub } from "../support/peers";

type SignIn = NonNullable<NonNullable<SolidAuthConfig["callbacks"]>["signIn"]>;

const DENIED = `${LOCAL_ORIGIN}/api/auth/error?error=AccessDenied`;

const github = useGitHub();
let signIn: ReturnType<typeof vi.fn<SignIn>>;
let logged: ReturnType<typeof vi.fn<(error: Error) => void>>;
beforeEach(() => {
  signIn = vi.fn<SignIn>(() => true);
  logged = vi.fn();
});

/** Any result, despite TypeScript: applications in JavaScript may forget a return. */
const answers = (value: unknown) => (() => value) as SignIn;

const atLink =
  (result: SignIn): SignIn =>
  (parameters) =>
    parameters.email?.verificationRequest ? true : result(parameters);

const app = useApplication(
  () => ({
    providers: [github.provider()],
    callbacks: { signIn: (parameters) => signIn(parameters) },
    logger: { ...QUIET, error: logged },
  }),
  LOCAL_ORIGIN,
);
const askForLink = (headers = {}) => app.visitor().post("/signin/email", { email: EMAIL }, headers);
const stored = async () => [
  await app.prisma.user.count(),
  await app.prisma.account.count(),
  await app.prisma.session.count(),
];

it.each<[string, SignIn]>([
  ...[false, undefined, ""].map((value): [string, SignIn] => [JSON.stringify(value), answers(value)]),
  ["a rejection", () => Promise.reject(new Error("Not on my watch."))],
])("%s refuses before the mail, after the link and back from GitHub: no user is made", async (_, refuse) => {
  signIn.mockImplementation(refuse);
  expect((await askForLink()).location?.href).toBe(DENIED);
  expect([app.sent.length, await app.prisma.verificationToken.count()]).toEqual([0, 0]);
  const visitor = app.visitor();
  expect((await github.signIn(visitor)).location?.href).toBe(DENIED);
  signIn.mockImplementation(atLink(refuse));
  expect((await app.signIn(visitor)).location?.href).toBe(DENIED);
  expect(visitor.sessionCookie).toBeUndefined();
  expect(await stored()).toEqual([0, 0, 0]);
});

it("an error that the callback throws is the cause of the AccessDenied in the log, and no visitor reads it", async () => {
  const err = new Error("The allow list cannot be read.");
  signIn.mockRejectedValue(err);
  const answer = await askForLink();
  expect(`${answer.location?.href} ${await answer.text()}`).not.toContain("list");
  await github.signIn(app.visitor());
  expect(logged).toHaveBeenCalledTimes(2);
  for (const [error] of logged.mock.calls) {
    expect(error).toBeInstanceOf(AccessDenied);
    expect(error).toMatchObject({ type: "AccessDenied", cause: { err } });
  }
});

it("a thrown Response is the answer: no token is made, no mail is sent, and the visitor stays signed out", async () => {
  signIn.mockImplementation(() => {
    throw Response.json({ message: "Later." }, { status: 429, headers: { "retry-after": "60" } });
  });
  const answer = await askForLink({ "x-auth-return-redirect": "1" });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(await answer.json()).toEqual({ message: "Later." });
  expect([app.sent.length, await app.prisma.verificationToken.count()]).toEqual([0, 0]);
  const visitor = app.visitor();
  expect((await github.signIn(visitor)).status).toBe(429);
  expect(await visitor.session()).toBeNull();
  expect(await stored()).toEqual([0, 0, 0]);
});

it("a URL that it returns is the visitor's next page, before the mail, after the link or back from GitHub", async () => {
  const page = "/sign-in?error=OAuthSignInError&code=no_email";
  signIn.mockReturnValue(page);
  expect((await askForLink()).location?.href).toBe(LOCAL_ORIGIN + page);
  const forScript = await askForLink({ "x-auth-return-redirect": "1" });
  expect(await forScript.json()).toEqual({ url: LOCAL_ORIGIN + page });
  expect(app.sent).toEqual([]);
  const visitor = app.visitor();
  expect((await github.signIn(visitor)).location?.href).toBe(LOCAL_ORIGIN + page);
  signIn.mockImplementation(atLink(answers(page)));
  expect((await app.signIn(visitor)).location?.href).toBe(LOCAL_ORIGIN + page);
  expect(visitor.sessionCookie).toBeUndefined();
  expect(await stored()).toEqual([0, 0, 0]);
});
