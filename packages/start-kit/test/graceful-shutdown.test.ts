// Which errors of a server count as "cannot listen", and the stop of a server with TLS.
// template/tests/stop.spec.ts has the stop of one without it.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { Agent, get } from "node:https";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
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

it("a server with TLS finishes the answers on their way, too, and closes what is idle, although npm repeats the signal", async () => {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const files = ["-keyout", key, "-out", cert, "-subj", "/CN=localhost", "-days", "1"];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...files], { stdio: "ignore" });
  const script = join(import.meta.dirname, "support/tls-server.ts");
  const server = spawn(process.execPath, [script, key, cert], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void server.kill("SIGKILL"));
  const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
  const { value: port } = await lines.next();

  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const options = { host: "localhost", port: Number(port), agent };
  const [first] = await once(get({ ...options, path: "/" }), "response");
  await text(first);
  const [idle] = Object.values(agent.freeSockets).flat();
  const waiting = get({ ...options, path: "/wait", agent: new Agent({ rejectUnauthorized: false }) });
  const answer = once(waiting, "response");
  expect((await lines.next()).value).toBe("waits");
  const closed = once(idle as NonNullable<typeof idle>, "close");
  // The system would merge two signals of one kind.
  for (const signal of ["SIGINT", "SIGTERM"] as const) server.kill(signal);
  await closed;
  server.stdin.end();
  const [finished] = await answer;
  expect(await text(finished)).toBe("finished");
  expect(await once(server, "exit")).toEqual([0, null]);
});
