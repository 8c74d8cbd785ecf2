// Mistakes in the application's own configuration and callbacks: the log reports them, and visitors are safe.

import { expect, it, vi } from "vitest";
import { EMAIL, useApplication } from "../support/application";
import { LOCAL_ORIGIN, useGitHub } from "../support/peers";
import { outcome } from "../support/visitor";

const CONFIGURATION = ["/error", "Configuration", null];

const gitHub = useGitHub();
const app = useApplication(
  () => ({ providers: [gitHub.provider()], pages: { signIn: "/sign-in", error: "/error" } }),
  LOCAL_ORIGIN,
);

it("a session callback that returns what it gets shows scripts neither the token nor other columns", async () => {
  const visitor = await app.signedIn(EMAIL, { callbacks: { session: ({ session }) => session } });
  const shown = await visitor.session();
  expect(shown).toMatchObject({ user: { email: EMAIL }, expires: expect.any(String) });
  const token = visitor.sessionCookie?.[1] ?? "";
  expect(token).toHaveLength(64);
  for (const secret of [token, "sessionToken", "userAgent", "authenticatedAt", "lastSeenAt"])
    expect(JSON.stringify(shown)).not.toContain(secret);
});

it("the error page says so, and no visitor is signed in, if a jwt callback rejects at a provider's sign-in", async () => {
  const jwt = () => Promise.reject(new Error("The directory is down."));
  const visitor = app.visitor({ session: { strategy: "jwt" }, callbacks: { jwt } });
  const answer = await gitHub.signIn(visitor);
  expect([answer.status, ...outcome(answer)]).toEqual([302, ...CONFIGURATION]);
  expect(visitor.sessionCookie).toBeUndefined();
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
