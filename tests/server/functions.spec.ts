// Calls of an action that no page makes. Clients can call it with any method and any argument.

import { MAX_NAME_LENGTH } from "../../src/lib/limits.ts";
import { refusals } from "../../src/messages/refusals.ts";
import type { App } from "../support/app.ts";
import { clientOf } from "../support/client.ts";
import { expect, insertSession, test } from "../support/test.ts";

/** Arguments as SolidStart's client writes them. */
const serialized = (list: unknown[]) => written({ t: 9, i: 0, a: list, o: 0 });

function written(node: unknown): string {
  const json = JSON.stringify(node);
  return `;0x${json.length.toString(16).padStart(8, "0")};${json}`;
}

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

test("a call whose arguments are no complete list of plain values gets 400 at once", async ({ app }) => {
  const { client, id, script } = await userWithAction(app);
  const headers = { ...script, "x-start-type": "0", "content-type": "text/plain" };
  for (const args of [
    // A promise that is rejected.
    serialized([{ t: 12, i: 1, s: 0, f: { t: 1, s: "x" } }]),
    // What follows the list would be read when the call is over.
    `${serialized([])};0x00000001;x`,
    `${serialized([])} `,
    written({ t: 0, s: 5 }),
    "[]",
  ]) {
    expect((await client.visit("/_server", { method: "POST", body: args, headers })).status, args).toBe(400);
    const path = `/_server?${new URLSearchParams({ id, args })}`;
    expect((await client.get(path, script)).status, args).toBe(400);
  }
  // Only a form calls without the router. An empty header names no router.
  const alone = `/_server?${new URLSearchParams({ id, args: serialized([]) })}`;
  expect((await client.get(alone)).status).toBe(400);
  const unnamed = { ...headers, "x-server-instance": "" };
  expect((await client.get(alone, unnamed)).status).toBe(400);
  const call = { method: "POST", body: serialized([]), headers: { ...unnamed, "x-server-id": id } };
  expect((await client.visit("/_server", call)).status).toBe(400);
  expect(await app.log()).not.toMatch(/unhandled/i);
});

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
