// A credentials provider. It needs JWT sessions, and no page has a button for it.

import type { Changes } from "./variants.ts";

const ENTRY = `
  {
    id: "credentials",
    name: "Password",
    variables: [],
    provider: {
      id: "credentials",
      name: "Password",
      type: "credentials",
      credentials: {},
      async authorize({ email, password }: Record<string, string>) {
        const { database } = await import("~/server/database/client");
        return password === "right" ? database.user.findUnique({ where: { email } }) : null;
      },
    },
  },
];`;

export const CREDENTIALS: Changes = [{ file: "src/server/auth/sign-in-methods.ts", from: "\n];", to: ENTRY }];
