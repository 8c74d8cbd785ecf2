// The build that several specs share.

import type { Variant } from "../../../tests/support/copies.ts";
import { CLIENT_PAGE } from "./client-page.ts";
import { EXTENSIONS } from "./extensions.ts";
import { FAULTS } from "./faults.ts";
import { FORMS } from "./forms.ts";
import { OWN_ROUTES } from "./own-routes.ts";
import { ROWS } from "./rows.ts";
import { TWO_PROVIDERS } from "./two-providers.ts";

export type Changes = NonNullable<Variant["also"]>;

const [first, ...also]: Changes = [
  ...FAULTS,
  ...EXTENSIONS,
  ...OWN_ROUTES,
  ...TWO_PROVIDERS,
  ...CLIENT_PAGE,
  ...FORMS,
  ...ROWS,
];

/** An application with additions, none of which changes what another test expects of it. */
export const LAB: Variant = { name: "lab", file: "", from: "", to: "", ...first, also };
