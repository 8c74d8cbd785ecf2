// The log in production: a line of JSON per request and per event of an account.

import { randomUUID } from "node:crypto";
import { type App, type LogEntry, root, startApp, waitFor } from "../support/app.ts";
import { Client, signInByLink } from "../support/client.ts";
import { expect, linkIn, mailTo, newAddress, newClient, rows, test } from "../support/test.ts";

/** The entries of a request, once the last one is written. */
async function entriesOf(app: App, requestId: string): Promise<LogEntry[]> {
  const find = () => app.entries.filter((entry) => entry.requestId === requestId);
  await waitFor("entry of the request", () => find().find(({ method, status }) => method && status));
  return find();
}

const ANSWERS = {
  "/": 200,
  "/protected?token=x": 302,
  "/no/such/page": 404,
  "//": 404,
  "/api/auth/session": 200,
  "/api/auth/nothing": 302,
  "/api/auth/callback/github": 302,
};

for (const [path, status] of Object.entries(ANSWERS))
  test(`a request of ${path} has one line, with its status and without its query`, async ({ app }) => {
    const requestId = randomUUID();
    await fetch(app.origin + path, {
      redirect: "manual",
      headers: { accept: "text/html", "x-request-id": requestId },
    });
    const plain = { level: "info", method: "GET", path: path.split("?")[0], status, requestId };
    const entries = (await entriesOf(app, requestId)).filter(({ msg }) => !msg);
    expect(entries).toEqual([{ ...plain, time: expect.any(String), ms: expect.any(Number) }]);
  });

test("each event of an account has a line, which names ids only", { tag: "@email" }, async ({ app }) => {
  const client = new Client(app.origin, newClient());
  const email = newAddress();
  await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
  await signInByLink(client, linkIn(await mailTo(app, email)));
  await client.post("/api/auth/signout", { csrfToken: await client.csrfToken() });
  const user = rows(app, "User", "email", email)[0]?.id;

  const events = () => app.entries.filter((entry) => entry.user === user);
  await waitFor("entry of the sign-out", () => events().find(({ msg }) => msg === "auth: signed out"));
  const common = { level: "info", time: expect.any(String), requestId: expect.any(String), user };
  expect(events()).toEqual([
    { ...common, msg: "auth: user created" },
    { ...common, msg: "auth: signed in", provider: "email" },
    { ...common, msg: "auth: signed out" },
  ]);
  expect(new Set(events().map(({ requestId }) => requestId)).size).toBe(2);
  expect(app.log()).not.toContain(email);
});

test("a request has the id that a trusted proxy sends, if it is plain", async ({ app }) => {
  const idOf = async (origin: string, given: string) =>
    (await fetch(origin, { headers: { "x-request-id": given } })).headers.get("x-request-id");
  expect(await idOf(app.origin, "4bf92f3577b34da6a3ce929d0e0e4736")).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
  for (const forged of ['x" forged="1', "x forged", "user@example.com", "x".repeat(65)])
    expect(await idOf(app.origin, forged), forged).toBeNull();
  const withoutProxy = await startApp(root, { TRUST_PROXY: undefined });
  try {
    expect(await idOf(withoutProxy.origin, "chosen")).toBeNull();
  } finally {
    await withoutProxy.stop();
  }
});
