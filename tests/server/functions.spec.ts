// Calls of an action that no page makes. Clients can call it with any method and any argument.

import { MAX_NAME_LENGTH } from "../../src/lib/limits.ts";
import { refusals } from "../../src/messages/refusals.ts";
import type { App } from "../support/app.ts";
import { clientOf } from "../support/client.ts";
import { expect, insertSession, test } from "../support/test.ts";

/** @returns a signed-in user, and the id of the action that saves a name */
async function userWithAction(app: App) {
  const user = await insertSession(app);
  const client = clientOf(app, user);
  const { body } = await client.open("/account");
  const [, id = ""] =
    body.match(/<form[^>]*action="\/_server\?id=([^"&]*)[^"]*"[^>]*>(?:(?!<\/form>).)*name="name"/s) ?? [];
  expect(id).not.toBe("");
  return { user, client, id, script: { "x-server-instance": "server-fn:0", "x-server-id": id } };
}

test("a form that asks as the router does gets a page, and no cookie of SolidStart's", async ({ app }) => {
  const { client, id } = await userWithAction(app);
  const headers = { accept: "text/html", referer: `${app.origin}/account`, "x-single-flight": "true" };
  const path = `/_server?${new URLSearchParams({ id })}`;
  const answer = await client.post(path, { name: "x".repeat(MAX_NAME_LENGTH + 1) }, headers);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([422, "text/html; charset=utf-8"]);
  expect(answer.body).toContain(refusals.nameTooLong);
  expect([...client.cookies.keys()]).not.toContain("flash");
  // It was for this answer.
  expect((await client.get("/account")).body).not.toContain(refusals.nameTooLong);
});

test("a call of no function gets 404 and a page that says so", async ({ app }) => {
  const client = clientOf(app);
  for (const path of ["/_server", "/_server?id=invented"]) {
    const { status, body } = await client.get(path, { accept: "text/html" });
    expect(status, path).toBe(404);
    expect(body, path).toContain("<h1");
  }
});

const noticeOf = (headers: Headers) => headers.getSetCookie().findLast((line) => line.startsWith("notice="));

test("an action's answer is for its own visitor, whatever their other cookies hold", async ({ app }) => {
  const other = await insertSession(app);
  const { user, client, script } = await userWithAction(app);
  const own = `authjs.session-token=${user.sessionToken}`;
  const headers = { ...script, "x-start-type": "3", "x-single-flight": "true", referer: `${app.origin}/account` };
  const save = (cookie: string, more = {}) => client.post("/_server", { name: "Ada" }, { ...headers, ...more, cookie });

  for (const cookie of [own, `a=%3Bauthjs.session-token%3D${other.sessionToken}; ${own}`, `a=%E2%86%92%0A; ${own}`]) {
    const { status, body, headers } = await save(cookie);
    expect([status, headers.get("x-error"), headers.get("location")], cookie).toEqual([200, null, "/account"]);
    expect(body).toContain(user.email);
    expect(body).not.toContain(other.email);
    // The notice is in the answer, so no page shows it again.
    expect(body).toContain("nameSaved");
    expect(noticeOf(headers)).toContain("Max-Age=0");
  }
  for (const referer of ["", "https://other.example/", `${app.origin}1/`]) {
    const { status, body, headers } = await save(own, { referer });
    expect([status, headers.get("x-error"), headers.get("location")], referer).toEqual([200, null, "/account"]);
    expect(body).not.toContain(user.email);
    expect(noticeOf(headers)).toContain("nameSaved");
  }
});
