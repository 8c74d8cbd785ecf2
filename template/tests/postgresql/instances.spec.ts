// Three instances behind nginx with one PostgreSQL: visitors notice no difference to one instance.

import { Client, signInByLink } from "../../../tests/support/client.ts";
import {
  addAuthenticator,
  addPasskey,
  expect,
  insertSession,
  linkIn,
  mailTo,
  newClient,
  newEmail,
  signInByMail,
  signOut,
  test,
  withoutAutofill,
} from "../../../tests/support/test.ts";
import { type Farm, INSTANCE_HEADER, startFarm } from "../support/balancer.ts";
import { sharedDatabase } from "../support/server.ts";

const LINKS_TO_ADDRESS = 5;
const SIGN_UPS = 60;
const AT_ONCE = 12;
/** Between two restarts, so that the instance that has come back gets its share again. */
const ANSWERS_BETWEEN_RESTARTS = 1000;

let farm: Farm;

test.beforeAll(async () => {
  farm = await startFarm(3, await sharedDatabase());
});
test.afterAll(() => farm?.stop());

const on = (instance: number) => ({ [INSTANCE_HEADER]: String(instance) });

/** A visitor of the farm. */
const visitor = () => new Client(farm.origin, newClient());

async function askForLink(client: Client, email: string, headers?: Record<string, string>) {
  return client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email }, headers);
}

async function signedInUser(): Promise<Client> {
  const client = visitor();
  client.cookies.set("authjs.session-token", (await insertSession(farm.instances[0])).sessionToken);
  return client;
}

test("a user signs up, adds a passkey and signs in with it, each request on another instance", async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: farm.origin,
    extraHTTPHeaders: { "x-forwarded-for": newClient() },
  });
  const page = await context.newPage();
  await addAuthenticator(page);
  const email = newEmail();
  await page.goto("/sign-in");
  await signInByMail(page, farm.instances[0], email);
  await addPasskey(page);

  await withoutAutofill(page);
  await signOut(page);
  await page.goto("/sign-in?callbackUrl=/protected");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("heading", { name: `Hello, ${email}` })).toBeVisible();
  await context.close();
});

test("an address gets five links from all instances together", async () => {
  const email = newEmail();
  for (let asked = 0; asked < LINKS_TO_ADDRESS; asked++)
    expect((await askForLink(visitor(), email, on(asked % 3))).status).toBe(302);
  for (const instance of [0, 1, 2]) expect((await askForLink(visitor(), email, on(instance))).status).toBe(429);
});

test("a session that ends on one instance has ended on all", async () => {
  const client = await signedInUser();
  const cookie = client.cookieHeader();
  for (const instance of [0, 1, 2])
    expect((await client.get("/protected", { ...on(instance), cookie })).status).toBe(200);
  await client.post("/api/auth/signout", { csrfToken: await client.csrfToken() }, on(1));
  for (const instance of [0, 1, 2])
    expect((await client.get("/protected", { ...on(instance), cookie })).status).toBe(302);
});

test("a restart of one instance after the other loses no request", async () => {
  const client = await signedInUser();
  const answers = new Map<string, number>();
  let sent = 0;
  let answered = 0;
  let isRestarting = true;

  /** Sends reads and forms in turn. nginx does not repeat a form, so one is lost if its instance drops it. */
  async function load(): Promise<void> {
    while (isRestarting) {
      const request = sent++ % 2 === 0 ? client.get("/protected") : client.post("/api/theme", { theme: "dark" });
      const answer = await request.then(({ to, status }) => `${to} ${status}`, String);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      answered++;
    }
  }

  const loads = Array.from({ length: AT_ONCE }, load);
  const codes: (number | null)[] = [];
  for (const instance of [0, 1, 2]) {
    const enough = answered + ANSWERS_BETWEEN_RESTARTS;
    await expect.poll(() => answered, { timeout: 3 * 60_000 }).toBeGreaterThan(enough);
    codes.push(await farm.restart(instance));
  }
  isRestarting = false;
  await Promise.all(loads);

  expect([...answers.keys()].sort()).toEqual(["GET /protected 200", "POST /api/theme 204"]);
  expect([...answers.values()].reduce((sum, count) => sum + count)).toBe(sent);
  expect(codes).toEqual([0, 0, 0]);
});

test("an instance that is killed loses nothing it has acknowledged; only requests in flight fail", async () => {
  const acknowledged: { email: string; client: Client }[] = [];
  let started = 0;
  let failed = 0;

  /** A user who signs up. The kill may interrupt any of the requests. */
  async function signUp(): Promise<void> {
    const client = visitor();
    const email = newEmail("killed");
    if ((await askForLink(client, email)).status !== 302) throw new Error("No link.");
    await signInByLink(client, linkIn(await mailTo(farm.instances[0], email)));
    if (!client.sessionToken) throw new Error("Not signed in.");
    acknowledged.push({ email, client });
  }

  async function signUps(): Promise<void> {
    while (started < SIGN_UPS) {
      started++;
      if (started === SIGN_UPS / 2) process.kill(farm.instances[2]?.pid ?? 0, "SIGKILL");
      await signUp().catch(() => failed++);
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, signUps));
  expect(failed).toBeLessThanOrEqual(AT_ONCE);
  expect(acknowledged.length).toBe(SIGN_UPS - failed);
  for (const { email, client } of acknowledged)
    expect(JSON.parse((await client.get("/api/auth/session")).body)).toMatchObject({ user: { email } });
});
