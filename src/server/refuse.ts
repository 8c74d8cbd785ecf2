// Reports why a server cannot start, without a stack: for the application's plugin of Nitro, and for Vite's server.

import { isMainThread } from "node:worker_threads";

/** This symbol is set while a server of Vite runs, also for other instances of this module in its process. */
const RUNNING = Symbol.for("server.running");

/**
 * The development server calls this when it listens. From then on, a refusal, for example because of a half-typed
 * `.env`, no longer ends the process. Vite then keeps the running server, and tries again at the next change.
 */
export function keepRunning(): void {
  Object.assign(globalThis, { [RUNNING]: true });
}

/** Ends the process, or throws if the process has to go on. */
export function refuse(problems: string[], help = ""): never {
  // Nitro runs the application in a thread of `vite dev`, and starts another thread when that one exits. If the thread
  // throws, each page shows the error until the cause is fixed.
  if (!isMainThread) throw new Error(problems.join("\n"));
  if (RUNNING in globalThis)
    throw new Error(
      `${problems.join("\n")}\nThe server goes on with its settings from before, until this is repaired.`,
    );
  end(problems, help);
}

function end(problems: string[], help = ""): never {
  console.error(`\nThe server does not start:\n\n${problems.map((problem) => `  - ${problem}`).join("\n")}\n\n${help}`);
  process.exit(1);
}

/** The error of a Node server that cannot listen. By default, Nitro and Vite print its stack. */
interface ListenError extends NodeJS.ErrnoException {
  address?: string;
  hostname?: string;
  port?: number;
}

/** Handles the event "error" of a server before it listens. */
export function refuseToListen({ code, address, hostname, port }: ListenError): never {
  if (code === "EADDRINUSE")
    end([`Port ${port} is already in use. Stop what listens there, or choose another port with PORT.`]);
  if (code === "EACCES") end([`Port ${port} is not open to this user. Choose another one with PORT.`]);
  const host = address ?? hostname;
  end([
    `The server cannot listen on ${host} (${code}). HOST, or --host in development, names an address of this machine.`,
  ]);
}
