// The parts of a server from its start to its stop, as one call in a plugin of Nitro.

import type { NitroApp } from "nitro/types";
import { nitroOutput } from "./nitro-output.ts";
import { type NodeServerOptions, nodeServer } from "./node-server.ts";
import { validAddresses } from "./valid-addresses.ts";

export interface ServeOptions extends NodeServerOptions {
  /** Answers a request whose address is no URL. */
  refuse: (request: Request) => Response;
}

/** @param app its hook "close" is called in production, when all connections are closed */
export function serve(app: NitroApp, { refuse, ...options }: ServeOptions): void {
  validAddresses(app, refuse);
  if (!import.meta.env.PROD) return;
  nitroOutput(options.log);
  nodeServer(app, options);
}
