// Builds that several specs share.

import type { Variant } from "../../../tests/support/copies.ts";

/** JWT sessions, and mails without codes. */
export const JWT: Variant = {
  name: "jwt",
  file: "app.config.ts",
  from: 'strategy: "database"',
  to: 'strategy: "jwt"',
  also: [{ file: "app.config.ts", from: "signInCodes: true", to: "signInCodes: false" }],
};
