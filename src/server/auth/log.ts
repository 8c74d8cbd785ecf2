import "server-only";
import type { SolidAuthConfig } from "solid-authjs";
import { log } from "~/server/log";

/** The log of @auth/core. Its debug lines contain tokens and cookies, so they are dropped. */
export const authLogger: SolidAuthConfig["logger"] = {
  error: (error) => log.error("auth", error),
  // Auth.js warns that passkeys are experimental. The configuration enables them deliberately.
  warn: (code) => code !== "experimental-webauthn" && log.warn(`auth: ${code}`),
  debug: () => {},
};
