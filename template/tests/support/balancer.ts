// nginx in front of several instances, as docs/deploy/server.md configures it.

import { expect } from "@playwright/test";
import { type App, ended, freePort, startApp } from "../../../tests/support/app.ts";
import { faultsOf, plainConfiguration, startNginx } from "./nginx.ts";

export interface Farm {
  /** The origin that visitors know. */
  origin: string;
  /** All share the mailbox of the first. */
  instances: [App, ...App[]];
  /** Stops an instance with SIGTERM, and starts it again on its port. @returns the exit code */
  restart: (instance: number) => Promise<number | null>;
  stop: () => Promise<void>;
}

/** Starts instances that share a database, behind nginx. */
export async function startFarm(count: number, databaseUrl: string): Promise<Farm> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  // nginx appends its client's address to the header that the client sent.
  const env = { DATABASE_URL: databaseUrl, AUTH_URL: origin, TRUST_PROXY: "2" };
  const first = await startApp(undefined, env);
  const EMAIL_SERVER = first.mailbox.url;
  const others = await Promise.all(
    Array.from({ length: count - 1 }, () => startApp(undefined, { ...env, EMAIL_SERVER })),
  );
  const instances: [App, ...App[]] = [first, ...others];
  const started: App[] = [...instances];
  const hosts = instances.map(({ origin }) => new URL(origin).host.replace("localhost", "127.0.0.1"));
  const nginx = startNginx(plainConfiguration(port, hosts));
  const health = () => fetch(`${origin}/api/health`).then(({ status }) => status, String);
  // A proxy that has ended says why.
  await expect.poll(() => (nginx.exitCode === null ? health() : faultsOf(nginx))).toBe(200);
  return {
    origin,
    instances,
    async restart(instance) {
      const stopped = instances[instance] ?? first;
      await stopped.terminate();
      const PORT = new URL(stopped.origin).port;
      const again = await startApp(undefined, { ...env, EMAIL_SERVER, PORT });
      started.push(again);
      instances[instance] = Object.assign(again, { mailbox: first.mailbox });
      return stopped.exit;
    },
    async stop() {
      await ended(nginx);
      await Promise.all(started.map((instance) => instance.stop()));
    },
  };
}
