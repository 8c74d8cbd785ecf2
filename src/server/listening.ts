// Reports why a server cannot start, without a stack. For src/server/start.ts, and for the development server
// (scripts/dev/services.ts), which Vite does not build and which therefore cannot import the application.

import { createServer } from "node:net";
import { isMainThread } from "node:worker_threads";

const MAX_PORT = 65_535;

/** Ends the process. */
export function refuse(problems: string[], help = ""): never {
  // Nitro runs the application in a thread of `vite dev` and would start another thread when it exits. A thrown error
  // is shown instead of each page until the cause is fixed.
  if (!isMainThread) throw new Error(problems.join("\n"));
  console.error(`\nThe server does not start:\n\n${problems.map((problem) => `  - ${problem}`).join("\n")}\n\n${help}`);
  process.exit(1);
}

/**
 * Nitro and Vite print a stack when they cannot listen, so this tries first.
 *
 * @param host a name or an address; undefined for every address of this machine
 * @returns why the server cannot listen there; undefined if it can
 */
export async function listeningProblem(port: number, host: string | undefined): Promise<string | undefined> {
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT)
    return `PORT must be a number from 0 to ${MAX_PORT}. It says where the server listens.`;
  const server = createServer();
  const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once("error", resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
  if (!error) return;
  if (error.code === "EADDRINUSE")
    return `Port ${port} is already in use. Stop what listens there, or choose another port with PORT.`;
  if (error.code === "EACCES") return `Port ${port} is not open to this user. Choose another one with PORT.`;
  return `The server cannot listen on ${host} (${error.code}). HOST, or --host in development, names an address of this machine.`;
}
