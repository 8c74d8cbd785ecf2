// Two more providers, each with one entry in the list of sign-in methods: an OAuth provider that does not vouch for
// addresses, and an OpenID provider that does. Without their variables they are off.

import type { Changes } from "./changes.ts";

const ICON = '<svg viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>';

const ENTRIES = `
  {
    id: "acme",
    name: "Acme",
    icon: '${ICON}',
    variables: ["AUTH_ACME_ID", "AUTH_ACME_SECRET", "AUTH_ACME_URL"],
    provider: {
      id: "acme",
      name: "Acme",
      type: "oauth",
      checks: ["pkce", "state"],
      authorization: \`\${process.env.AUTH_ACME_URL}/login/oauth/authorize\`,
      token: \`\${process.env.AUTH_ACME_URL}/login/oauth/access_token\`,
      userinfo: \`\${process.env.AUTH_ACME_URL}/me\`,
      profile: ({ id, login, email }: { id: number; login: string; email: string }) => ({ id: String(id), name: login, email }),
    },
  },
  {
    id: "openid",
    name: "OpenID",
    icon: '${ICON}',
    variables: ["AUTH_OPENID_ID", "AUTH_OPENID_SECRET", "AUTH_OPENID_ISSUER"],
    provider: { id: "openid", name: "OpenID", type: "oidc" },
    verifiesEmail: true,
  },
];`;

export const TWO_PROVIDERS: Changes = [{ file: "src/server/auth/sign-in-methods.ts", from: "\n];", to: ENTRIES }];
