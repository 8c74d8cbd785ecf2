// U+0000 in what visitors and providers send. PostgreSQL refuses it in text.

import { Client, signInByLink } from "../../../tests/support/client.ts";
import {
  expect,
  insertAccount,
  insertPasskey,
  insertSessionRow,
  linkIn,
  mailTo,
  newClient,
  newEmail,
  newLogin,
  rows,
  test,
} from "../../../tests/support/test.ts";

const NUL = "a\0b";

test("a GitHub user with U+0000 in the name and the login signs in and has a readable name", async ({ app }) => {
  const client = new Client(app.origin, newClient());
  const { location } = await client.post("/api/auth/signin/github", { csrfToken: await client.csrfToken() });
  const login = newLogin();
  const email = `${login}@example.com`;
  const person = { login: `${login}\0`, name: NUL, email, verified: "yes", as: "" };
  const body = new URLSearchParams({ ...Object.fromEntries(location?.searchParams ?? []), ...person });
  const consent = await fetch(new URL(location?.pathname ?? "", location), {
    method: "POST",
    body,
    redirect: "manual",
  });
  const answer = await client.get(consent.headers.get("location") ?? "");
  expect(answer.status).toBe(302);
  expect(JSON.parse((await client.get("/api/auth/session")).body)).toMatchObject({ user: { email, name: "a b" } });
  const [user] = rows(app, "User", "email", email);
  await expect.poll(() => rows(app, "Account", "userId", String(user?.id))[0]?.label).toBe(login);
});

test("an address, a token and each field of the account page with U+0000 get an answer that is no fault", async ({
  app,
}) => {
  const client = new Client(app.origin, newClient());
  const email = newEmail();
  const csrfToken = await client.csrfToken();
  expect((await client.post("/api/auth/signin/email", { csrfToken, email: `\0${email}` })).status).toBeLessThan(500);
  await client.post("/api/auth/signin/email", { csrfToken, email });
  const link = new URL(linkIn(await mailTo(app, email)));
  for (const name of ["token", "email"]) {
    const fields = { ...Object.fromEntries(link.searchParams), csrfToken };
    const spent = await client.post("/api/auth/callback/email", { ...fields, [name]: NUL });
    expect(spent.status, name).toBeLessThan(500);
  }
  await signInByLink(client, link.href);

  const userId = String(rows(app, "User", "email", email)[0]?.id);
  insertPasskey(app, userId, "Mine");
  insertAccount(app, userId);
  insertSessionRow(app, userId);
  const page = await client.get("/account");
  const actions = Array.from(page.body.matchAll(/<form[^>]*action="([^"]*_server[^"]*)"/g), ([, action = ""]) =>
    action.replaceAll("&amp;", "&"),
  );
  expect(actions.length).toBe(8);
  const everyField = { id: NUL, name: NUL, email: NUL, token: NUL, provider: NUL, confirmation: NUL, next: NUL };
  for (const action of actions) expect((await client.post(action, everyField)).status, action).toBeLessThan(500);
  await expect.poll(() => rows(app, "User", "email", email)[0]?.name).toBe("a b");
});
