// Which files of the project the development server gives away.

import { join } from "node:path";
import { isFileLoadingAllowed, resolveConfig } from "vite";
import { expect, it } from "vitest";
import { PRIVATE_FILES } from "../../../scripts/dev/private-files.ts";

const config = await resolveConfig({ configFile: false, server: { fs: { deny: PRIVATE_FILES } } }, "serve");
const isServed = (file: string) => isFileLoadingAllowed(config, join(process.cwd(), file));

it.each([
  ...[
    "data/app.db",
    "data/users.csv",
    "data/deep/notes.txt",
    "app.db",
    "app.db-wal",
    "app.db.bak",
    "old/app.db-2026-11-25",
  ],
  ...["users.sqlite3.gz", "dump.sql", "backup.tar.gz", "src/dump.SQL", "id_rsa", "id_ed25519", "keys/id_ecdsa.old"],
  ...["server.pem", "server.key", "src/secret.p12", ".env", ".env.production", ".netrc", ".pgpass", ".ssh/config"],
  ...[".git/config", ".npmrc", ".template-base", "packages/x/.env"],
])("the development server keeps %s to itself", (file) => {
  expect(isServed(file)).toBe(false);
});

it.each([
  ...["src/app.tsx", "src/data/page.tsx", "src/routes/account/data.ts", "app.config.ts", "public/favicon.svg"],
  "prisma/migrations/sqlite/20261121000000_init/migration.sql",
  ...[
    "node_modules/.vite/deps/solid-js.js",
    "node_modules/a/data/index.js",
    "packages/solid-authjs/src/client/index.ts",
  ],
])("the development server serves %s, which pages or the server load", (file) => {
  expect(isServed(file)).toBe(true);
});
