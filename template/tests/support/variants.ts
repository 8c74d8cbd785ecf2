// Builds that several specs share.

import type { Variant } from "../../../tests/support/copies.ts";
import { CLIENT_PAGE } from "./client-page.ts";
import { CREDENTIALS } from "./credentials.ts";
import { EXTENSIONS } from "./extensions.ts";
import { FAULTS } from "./faults.ts";
import { FORMS } from "./forms.ts";
import { OWN_ROUTES } from "./own-routes.ts";
import { ROWS } from "./rows.ts";
import { SLOW_PAGE } from "./slow-page.ts";
import { TWO_PROVIDERS } from "./two-providers.ts";
import { WAITS } from "./waits.ts";

export type Changes = NonNullable<Variant["also"]>;

/** An application with additions, none of which changes what another test expects of it. */
export const LAB = variant("lab", [
  ...FAULTS,
  ...EXTENSIONS,
  ...OWN_ROUTES,
  ...TWO_PROVIDERS,
  ...CLIENT_PAGE,
  ...FORMS,
  ...ROWS,
  ...SLOW_PAGE,
  ...WAITS,
]);

/** JWT sessions, a credentials provider, and mails without codes. */
export const JWT = variant("jwt", [
  { file: "app.config.ts", from: 'strategy: "database"', to: 'strategy: "jwt"' },
  { file: "src/server/auth/sign-in-methods.ts", from: "email({ codes: true })", to: "email()" },
  ...CREDENTIALS,
  ...SLOW_PAGE,
]);

function variant(name: string, [first, ...also]: Changes): Variant {
  if (!first) throw new Error(`${name} changes nothing.`);
  return { name, ...first, also };
}
