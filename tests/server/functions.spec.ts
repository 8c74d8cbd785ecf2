// Calls of an action that no page makes. Clients can call it with any method and any argument.

import { Client } from "../support/client.ts";
import { expect, insertSession, newClient, rows, test } from "../support/test.ts";

/** Arguments as SolidStart's client writes them. */
function serialized(list: unknown[]): string {
  const json = JSON.stringify({ t: 9, i: 0, a: list, o: 0 });
  return `;0x${json.length.toString(16).padStart(8, "0")};${json}`;
}

test("an action runs on POST only, and with a form only", async ({ app }) => {
  const user = await insertSession(app);
  const client = new Client(app.origin, newClient());
  client.cookies.set("authjs.session-token", user.sessionToken);
  const { body } = await client.open("/account");
  const [, id = ""] =
    body.match(/<form[^>]*action="\/_server\?id=([^"&]*)[^"]*"[^>]*>(?:(?!<\/form>).)*name="name"/s) ?? [];
  expect(id).not.toBe("");
  const script = { "x-server-instance": "server-fn:0", "x-server-id": id };

  const got = await client.get(`/_server?${new URLSearchParams({ id, args: serialized([]) })}`, script);
  expect(got.status).toBe(405);
  for (const argument of [
    [],
    [{ t: 1, s: "name=Eve" }],
    [{ t: 10, i: 1, p: { k: ["name"], v: [{ t: 1, s: "Eve" }] }, o: 0 }],
  ]) {
    const headers = { ...script, "x-start-type": "0", "content-type": "text/plain" };
    const posted = await client.visit("/_server", { method: "POST", body: serialized(argument), headers });
    expect(posted.status).toBe(400);
  }
  await expect.poll(() => rows(app, "User", "id", user.id)[0]?.name).toBeNull();

  const form = await client.post(`/_server?${new URLSearchParams({ id })}`, { name: "Ada" }, { accept: "text/html" });
  expect(form.status).toBe(302);
  await expect.poll(() => rows(app, "User", "id", user.id)[0]?.name).toBe("Ada");
});
