// The parts of a server from its start to its stop, as one call in a plugin of Nitro.

import type { NitroApp } from "nitro/types";
import { type GracefulShutdownOptions, gracefulShutdown } from "./graceful-shutdown.ts";
import { nitroOutput } from "./nitro-output.ts";
import { validateUrl } from "./validate-url.ts";

export interface ServeOptions extends GracefulShutdownOptions {
  /** Answers a request whose address is not a URL. */
  refuse: (request: Request) => Response;
}

/** @param app calls its hook "close" in production, when all connections are closed */
export function serve(app: NitroApp, { refuse, ...options }: ServeOptions): void {
  validateUrl(app, refuse);
  if (!import.meta.env.PROD) return;
  nitroOutput(options.log);
  gracefulShutdown(app, options);
}
