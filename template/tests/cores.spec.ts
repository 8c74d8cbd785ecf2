// Several processes on one machine, behind nginx as docs/deploy/server.md configures it: one for each core. They share
// the database, which on SQLite is a file.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { Client, signInByLink } from "../../tests/support/client.ts";
import { newDatabaseAt } from "../../tests/support/engines.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import { expect, linkIn, mailTo, newClient, newEmail, test } from "../../tests/support/test.ts";
import { INSTANCE_HEADER, startFarm } from "./support/balancer.ts";

const PROCESSES = 2;
const SIGN_UPS = 20;

const on = (instance: number) => ({ [INSTANCE_HEADER]: String(instance) });

// Debian's package is called nginx.
if (!spawnSync("nginx", ["-v"]).error)
  test("one process for each core: users who sign up at the same time, from one process to the other, are all signed in", async () => {
    const farm = await startFarm(PROCESSES, await newDatabaseAt(join(temporaryFolder(), "users")));
    async function signUp(number: number): Promise<string> {
      const client = new Client(farm.origin, newClient());
      const email = newEmail();
      const [first, second] = [on(number % PROCESSES), on((number + 1) % PROCESSES)];
      const csrfToken = await client.csrfToken();
      expect((await client.post("/api/auth/signin/email", { csrfToken, email }, first)).status).toBe(302);
      await signInByLink(client, linkIn(await mailTo(farm.instances[0], email)), second);
      const { user } = JSON.parse((await client.get("/api/auth/session", first)).body) ?? {};
      return user?.email === email ? "signed in" : "not signed in";
    }
    const outcomes = await Promise.all(Array.from({ length: SIGN_UPS }, (_, number) => signUp(number)));
    expect(new Set(outcomes)).toEqual(new Set(["signed in"]));
    await farm.stop();
  });
