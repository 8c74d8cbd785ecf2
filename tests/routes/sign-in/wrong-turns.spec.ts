import { signOutText } from "../../../src/messages/account.ts";
import { describeAuthError } from "../../../src/messages/auth-errors.ts";
import { notFoundText } from "../../../src/messages/errors.ts";
import { type Answer, askByForm, clientOf, fieldsOf, textsOf } from "../../support/client.ts";
import { isOffered } from "../../support/methods.ts";
import { expect, insertSession, newEmail, test } from "../../support/test.ts";

test("an unknown path of the auth route, and an unknown provider, get a page that says so", async ({ app }) => {
  for (const [path, { title }] of [
    ["/api/auth", notFoundText],
    ["/api/auth/signin/github/x", notFoundText],
    ["/api/auth/callback/nobody", describeAuthError("InvalidProvider")],
  ] as const) {
    const page = await clientOf(app).open(path);
    expect([page.status, textsOf(page, "h1")], path).toEqual([404, [title]]);
    expect(page.body, path).toMatch(/<main.*<a [^>]*href=.*<\/main>/s);
  }
});

test("signed-in users are redirected from the sign-in page", async ({ app }) => {
  const client = clientOf(app, await insertSession(app));
  const onward = async (query: string) => (await client.get(`/sign-in${query}`)).location?.href;
  expect(await onward("?callbackUrl=/account")).toBe(`${app.origin}/account`);
  expect(await onward("")).toBe(`${app.origin}/`);
});

test("a form whose token is refused leads back to its own page, where it works: the mail's code, its link, the next mail and signing out", {
  tag: "@email",
}, async ({ app }) => {
  const client = clientOf(app);
  const link = await askByForm(client, app, newEmail());
  /** Opens a page, sends its form with a wrong token, and presses the button of the page that it leads to. */
  async function pressTwice(path: string, action: string): Promise<Answer> {
    const fields = fieldsOf(await client.open(path), action);
    const refused = await client.post(`/api/auth${action}`, { ...fields, csrfToken: "0" });
    expect(refused.location?.pathname).toBe(new URL(path, app.origin).pathname);
    const page = await client.open(refused.location?.href ?? "no redirect");
    expect(textsOf(page, "strong")).toContain(describeAuthError("MissingCSRF").title);
    return client.post(`/api/auth${action}`, fieldsOf(page, action));
  }
  expect((await pressTwice("/verify-request", "/signin/email")).location?.pathname).toBe("/api/auth/verify-request");
  if (isOffered("codes")) {
    const code = await pressTwice("/verify-request", "/callback/email");
    expect(code.location?.searchParams.get("code")).toBe("mismatch");
  }
  expect((await pressTwice(link, "/callback/email")).location?.pathname).toBe("/welcome");
  expect((await pressTwice("/sign-out", "/signout")).location?.pathname).toBe("/");
  expect(textsOf(await client.open("/sign-out"), "h1")).toEqual([signOutText.done]);
  expect(client.sessionToken).toBeUndefined();
});

test("the page of an error shows its message, status and way out, and nothing of the URL", async ({ app }) => {
  for (const error of ["Configuration", "AccessDenied", "<script>alert(1)</script>", "__proto__", "toString"]) {
    const { title, status, next } = describeAuthError(error);
    const page = await clientOf(app).open(`/error?${new URLSearchParams({ error })}`);
    expect([page.status, textsOf(page, "h1")], error).toEqual([status, [title]]);
    expect(textsOf(page, "a"), error).toContain(next.label);
    expect(textsOf(page, "main")[0], error).not.toContain(error);
  }
});

test("SolidStart's flash cookie is ignored and cannot forge a log line", async ({ app }) => {
  const { sessionToken, email } = await insertSession(app);
  const cookie = `flash=x%0a2026-11-21T00:00:00.000Z%20info%20forged; authjs.session-token=${sessionToken}; flash={; flash =forged; flash\t=forged`;
  const { status, body } = await clientOf(app).get("/account", { cookie });
  expect(status).toBe(200);
  expect(body).toContain(email);
  expect(await app.log()).not.toContain("forged");
});
