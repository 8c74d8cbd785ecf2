import "server-only";
import { AuthError } from "@auth/core/errors";
import type { SolidAuthConfig } from "solid-auth";
import { log, markLogged } from "../log";

/** The log of @auth/core. Its debug lines contain tokens and cookies, so they are dropped. */
export const authLogger: SolidAuthConfig["logger"] = {
  error(error) {
    log.error("auth", error);
    // The wrapped error may be thrown again by itself. It is already in the log.
    if (error instanceof AuthError) markLogged(error.cause?.err);
  },
  // Auth.js warns that passkeys are experimental. The configuration enables them deliberately.
  warn: (code) => code !== "experimental-webauthn" && log.warn(`auth: ${code}`),
  debug: () => {},
};
