// The recipe for codes of devices (RFC 8628), and what an attacker tries in it. The device is oauth4webapi's client.
// The copy that recipes.spec.ts builds has the recipe.

import * as oauth from "oauth4webapi";
import {
  type App,
  expect,
  insert,
  insertSession,
  newClient,
  rows,
  type SignedInUser,
} from "../../../../tests/support/test.ts";
import {
  actionAt,
  ELSEWHERE,
  expectForOwnerAlone,
  formIn,
  htmlOf,
  pressed,
  sendAs,
  setExpires,
  setUsed,
} from "./forms.ts";
import { test } from "./test.ts";

const PAGE = "/protected/device";

/** A device with an address of its own. */
class Device {
  readonly #app: App;
  readonly #client: oauth.Client;
  readonly #server: oauth.AuthorizationServer;
  readonly #options = { [oauth.allowInsecureRequests]: true, headers: { "x-forwarded-for": newClient() } };
  keeps = "";
  shows = "";

  constructor(app: App, client = "command-line") {
    this.#app = app;
    this.#client = { client_id: client };
    const [issuer, url] = [app.origin, `${app.origin}/api/device`];
    this.#server = { issuer, device_authorization_endpoint: url, token_endpoint: `${url}/token` };
  }

  /** @returns what the server has answered */
  async begin() {
    const answer = await oauth.deviceAuthorizationRequest(this.#server, this.#client, oauth.None(), {}, this.#options);
    const begun = await oauth.processDeviceAuthorizationResponse(this.#server, this.#client, answer);
    this.keeps = begun.device_code;
    this.shows = begun.user_code;
    return begun;
  }

  /** Asks at once, as if the interval were over. @returns the token, or the error */
  poll(): Promise<string> {
    this.#app.database.prepare(`DELETE FROM "RateLimit" WHERE "key" LIKE 'device:%'`).run();
    return this.pollSoon();
  }

  async pollSoon(): Promise<string> {
    const { keeps } = this;
    const answer = await oauth.deviceCodeGrantRequest(this.#server, this.#client, oauth.None(), keeps, this.#options);
    const asked = oauth.processDeviceCodeResponse(this.#server, this.#client, answer);
    return asked.then(
      ({ access_token }) => access_token,
      ({ error }) => error,
    );
  }
}

/** @returns a device that has begun to ask, what it was answered, and its id */
async function newDevice(app: App) {
  const ids = () => rows(app, "DeviceRequest", "client", "command-line").map(({ id }) => String(id));
  const before = ids();
  const device = new Device(app);
  const begun = await device.begin();
  return { device, begun, id: ids().find((id) => !before.includes(id)) ?? "" };
}

function insertTokens(app: App, { id: userId }: SignedInUser, most: number): void {
  for (let count = 0; count < most; count++)
    insert(app, "ApiToken", { id: `${userId}-${count}`, userId, name: "x", hash: `${userId}-${count}` });
}

/** What the page says about the code that a device shows. */
const type = (app: App, user: SignedInUser, code: string) => pressed(app, user, PAGE, "Continue", { code });

/** @returns where the forms of the page are sent */
async function actionsOf(app: App, user: SignedInUser): Promise<{ allow: string; deny: string }> {
  const html = await type(app, user, (await newDevice(app)).device.shows);
  return { allow: formIn(html, "Allow").action, deny: formIn(html, "Deny").action };
}

test("device-code: a device whose code the user types and allows gets a token, once", async ({ app }) => {
  const user = await insertSession(app);
  const { id, email } = user;
  const { device, begun, id: request } = await newDevice(app);
  expect(begun).toMatchObject({ verification_uri: app.origin + PAGE, expires_in: 600, interval: 5 });
  expect(begun.user_code).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
  expect([await device.poll(), await device.pollSoon()]).toEqual(["authorization_pending", "slow_down"]);
  const stored = JSON.stringify(app.database.prepare(`SELECT * FROM "DeviceRequest"`).all());
  for (const code of [device.keeps, device.shows, device.shows.replace("-", "")]) expect(stored).not.toContain(code);

  const html = await type(app, user, device.shows.toLowerCase().replace("-", " "));
  expect(html).toContain(`The command line asks for access to the account of ${email}. It asked <time`);
  expect(html).toContain("If somebody sent you this code, deny it");
  expect(await device.poll()).toBe("authorization_pending");
  await sendAs(app, user, formIn(html, "Allow").action, { id: request });

  const token = await device.poll();
  const answer = await fetch(`${app.origin}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(await answer.json()).toEqual({ email });
  expect(JSON.stringify(rows(app, "ApiToken", "userId", id))).not.toContain(token);
  expect(await device.poll()).toBe("invalid_grant");
  expect(rows(app, "ApiToken", "userId", id)).toMatchObject([{ name: "The command line" }]);
  expect(await type(app, user, device.shows)).toContain("No app waits with this code.");
});

test("device-code: a device that is denied, is late or another app's gets no token", async ({ app }) => {
  const user = await insertSession(app);
  const { allow, deny } = await actionsOf(app, user);
  const { device, id } = await newDevice(app);
  await sendAs(app, user, deny, { id });
  await sendAs(app, user, allow, { id });
  expect([await device.poll(), await device.poll()]).toEqual(["access_denied", "access_denied"]);
  expect(rows(app, "DeviceRequest", "id", id)).toMatchObject([{ allowedBy: null }]);

  const late = await newDevice(app);
  setExpires(app, "DeviceRequest", "id", late.id, -1);
  expect(await type(app, user, late.device.shows)).toContain("No app waits with this code.");
  await sendAs(app, user, allow, { id: late.id });
  expect(await late.device.poll()).toBe("expired_token");

  const allowed = await newDevice(app);
  await sendAs(app, user, allow, { id: allowed.id });
  // A second user's answer comes too late.
  await sendAs(app, await insertSession(app), allow, { id: allowed.id });
  await sendAs(app, await insertSession(app), deny, { id: allowed.id });
  const other = Object.assign(new Device(app, "phone-app"), { keeps: allowed.device.keeps });
  expect(await other.poll()).toBe("invalid_grant");
  const unknown = Object.assign(new Device(app), { keeps: allowed.id });
  expect(await unknown.poll()).toBe("invalid_grant");
  expect(rows(app, "ApiToken", "userId", user.id)).toEqual([]);
  expect(await allowed.device.poll()).toMatch(/^[\w-]{43}$/);
  expect(rows(app, "ApiToken", "userId", user.id)).toHaveLength(1);
});

test("device-code: of many polls at once one gets the token", async ({ app }) => {
  const user = await insertSession(app);
  const { allow } = await actionsOf(app, user);
  insertTokens(app, user, 19);
  const [first, second] = [await newDevice(app), await newDevice(app)];
  for (const { id } of [first, second]) await sendAs(app, user, allow, { id });
  const answers = await Promise.all(Array.from({ length: 12 }, () => first.device.poll()));
  expect(answers.filter((answer) => /^[\w-]{43}$/.test(answer))).toHaveLength(1);
  expect(await second.device.poll()).toBe("access_denied");
  expect(rows(app, "ApiToken", "userId", user.id)).toHaveLength(20);
});

test("device-code: a user with twenty tokens learns it before the app is allowed", async ({ app }) => {
  const user = await insertSession(app);
  const { allow } = await actionsOf(app, user);
  const { device, id } = await newDevice(app);
  insertTokens(app, user, 20);
  const { headers } = await sendAs(app, user, allow, { id });
  expect(headers.getSetCookie().join()).toContain("tokensFull");
  expect(await device.poll()).toBe("authorization_pending");
});

test("device-code: the owner alone allows a device, with a session that has not ended", async ({ app }) => {
  const user = await insertSession(app);
  const find = await actionAt(app, user, PAGE, "Continue");
  const { allow } = await actionsOf(app, user);
  const { device, id } = await newDevice(app);
  const isAllowed = () => rows(app, "DeviceRequest", "id", id)[0]?.allowedBy !== null;
  await expectForOwnerAlone(app, user, find, { code: device.shows });
  await expectForOwnerAlone(app, user, allow, { id });
  expect(isAllowed()).toBe(false);

  await sendAs(app, user, allow, { id });
  expect(isAllowed()).toBe(true);
  app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(user.id);
  expect(await device.poll()).toBe("access_denied");
  expect(rows(app, "ApiToken", "userId", user.id)).toEqual([]);
});

test("device-code: no name of the asker's own, and no code in a link, is shown", async ({ app }) => {
  for (const client of ["Your bank", "constructor", ""]) {
    const answer = await begin(app, client);
    expect([answer.status, await answer.json()]).toEqual([400, { error: "invalid_client" }]);
  }
  expect((await begin(app, "command-line", ELSEWHERE)).status).toBe(403);
  for (const body of ["{}", ""])
    expect((await fetch(`${app.origin}/api/device/token`, { method: "POST", body })).status).toBe(400);
  const { device } = await newDevice(app);
  const html = await htmlOf(app, await insertSession(app), `${PAGE}?code=${device.shows}&user_code=${device.shows}`);
  expect(html.match(/<input[^>]* name="code"[^>]*>/)?.[0]).not.toContain(device.shows);
});

test("device-code: typed codes, new devices and polls have their limits", async ({ app }) => {
  const user = await insertSession(app);
  const find = await actionAt(app, user, PAGE, "Continue");
  const typed = async (code: string) => (await sendAs(app, user, find, { code })).status;
  const { device } = await newDevice(app);
  for (let count = 0; count < 10; count++) expect(await typed("BCDF-GHJK")).toBe(422);
  expect(await typed(device.shows)).toBe(429);

  const headers = { "x-forwarded-for": newClient() };
  for (let count = 0; count < 30; count++) expect((await begin(app, "phone-app", headers)).status).toBe(200);
  expect((await begin(app, "phone-app", headers)).status).toBe(429);

  expect(await device.poll()).toBe("authorization_pending");
  setUsed(app, "devicePolls", 1200);
  expect(await device.poll()).toBe("slow_down");
  setUsed(app, "devicePolls", 1);
});

/** Asks for codes as a client that is no library. */
function begin(app: App, client: string, headers: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({ client_id: client });
  return fetch(`${app.origin}/api/device`, { method: "POST", headers, body });
}
