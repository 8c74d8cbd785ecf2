// Which errors of a server count as "cannot listen". template/tests/stop.spec.ts has the stop.

import { once } from "node:events";
import { createServer } from "node:http";
import { expect, it, onTestFinished, vi } from "vitest";
import { gracefulShutdown } from "../src/graceful-shutdown";

it("an error before the server listens says that it cannot, and a later one does not", async () => {
  // `gracefulShutdown` sets both variables. A stubbed variable has its former value afterwards.
  for (const name of ["CI", "TEST"]) vi.stubEnv(name, process.env[name]);
  const signals = (["SIGTERM", "SIGINT"] as const).map((name) => [name, process.listeners(name)] as const);
  const cannotListen = vi.fn();
  gracefulShutdown({} as never, { log: {} as never, seconds: 1, cannotListen });
  const server = createServer().listen(0);
  onTestFinished(() => {
    server.close();
    vi.unstubAllEnvs();
    for (const [name, before] of signals)
      for (const listener of process.listeners(name)) if (!before.includes(listener)) process.off(name, listener);
  });
  expect(server.listeners("error")).toContain(cannotListen);
  await once(server, "listening");
  expect(server.listeners("error")).not.toContain(cannotListen);
});
