// Three instances behind nginx with one PostgreSQL: visitors notice no difference to one instance.

import { Passkey } from "../../../packages/solid-authjs/test/support/passkey.ts";
import { clientOf, signInByMailAs, textsOf } from "../../../tests/support/client.ts";
import { expect, insertSession, newEmail, test } from "../../../tests/support/test.ts";
import { type Farm, startFarm } from "../support/balancer.ts";
import { answerCeremony } from "../support/scale/every-request.ts";
import { sharedDatabase } from "../support/server.ts";

const AT_ONCE = 6;
/** Between two restarts, so that the instance that has come back gets its share again. */
const ANSWERS_BETWEEN_RESTARTS = 500;

let farm: Farm;

test.beforeAll(async () => {
  farm = await startFarm(3, await sharedDatabase());
});
test.afterAll(() => farm?.stop());

test("a user signs up, adds a passkey and signs in with it, each request on another instance", async () => {
  const [client, visitor, email] = [clientOf(farm), clientOf(farm), newEmail()];
  await signInByMailAs(client, farm.instances[0], email);
  const passkey = new Passkey(farm.origin);
  await answerCeremony(client, passkey, "register");
  await answerCeremony(visitor, passkey, "authenticate");
  expect(textsOf(await visitor.get("/protected"), "h1")).toEqual([`Hello, ${email}`]);
});

test("a restart of one instance after the other loses no request", async () => {
  const client = clientOf(farm, await insertSession(farm.instances[0]));
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
