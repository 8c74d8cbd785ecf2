// The build that several specs share.

import type { Variant } from "../../../tests/support/copies.ts";
import type { Changes } from "./changes.ts";
import { CLIENT_PAGE } from "./client-page.ts";
import { EXTENSIONS } from "./extensions.ts";
import { FAULTS } from "./faults.ts";
import { FORMS } from "./forms.ts";
import { OWN_ROUTES } from "./own-routes.ts";
import { ROWS } from "./rows.ts";
import { TWO_PROVIDERS } from "./two-providers.ts";

/** As in the next version: a function has another name, one needs more, and the script of a page has another name. */
const NEXT: Changes = [
  { file: "src/account/profile.ts", from: "export const saveName", to: "export const storeName" },
  { file: "src/account/Profile.tsx", from: "changeEmail, saveName }", to: "changeEmail, storeName as saveName }" },
  { file: "src/routes/welcome.tsx", from: "{ saveName }", to: "{ storeName as saveName }" },
  {
    file: "src/account/sessions.ts",
    from: "const current = await currentTokenHash();",
    to: 'if (!form.has("since")) throw new Error("since is missing");\n    const current = await currentTokenHash();',
  },
  {
    file: "src/account/Sessions.tsx",
    from: "action={endOtherSessions}",
    to: 'fields={{ since: "0" }} action={endOtherSessions}',
  },
  {
    file: "src/messages/protected-client.ts",
    from: "export const clientText = {",
    to: 'export const clientText = {\n  build: "next",',
  },
];

const [first, ...also]: Changes = [
  ...NEXT,
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
