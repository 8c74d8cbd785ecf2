// Reports why a server cannot start, without a stack: for the application's plugin of Nitro, and for Vite's server.

import { isMainThread } from "node:worker_threads";

/** Ends the process. */
export function refuse(problems: string[], help = ""): never {
  // Nitro runs the application in a thread of `vite dev` and would start another thread when it exits. A thrown error
  // is shown instead of each page until the cause is fixed.
  if (!isMainThread) throw new Error(problems.join("\n"));
  console.error(`\nThe server does not start:\n\n${problems.map((problem) => `  - ${problem}`).join("\n")}\n\n${help}`);
  process.exit(1);
}

/** The error of a server of Node's that cannot listen. Nitro and Vite would print its stack. */
interface ListenError extends NodeJS.ErrnoException {
  address?: string;
  hostname?: string;
  port?: number;
}

/** For the event "error" of a server that is to listen. */
export function refuseToListen({ code, address, hostname, port }: ListenError): never {
  if (code === "EADDRINUSE")
    refuse([`Port ${port} is already in use. Stop what listens there, or choose another port with PORT.`]);
  if (code === "EACCES") refuse([`Port ${port} is not open to this user. Choose another one with PORT.`]);
  const host = address ?? hostname;
  refuse([
    `The server cannot listen on ${host} (${code}). HOST, or --host in development, names an address of this machine.`,
  ]);
}
