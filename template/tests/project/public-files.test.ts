// Which files of the project the development server gives away. What a file of these imports is served, too.

import { join } from "node:path";
import { isFileLoadingAllowed, resolveConfig } from "vite";
import { expect, it } from "vitest";
import { PUBLIC_FILES } from "../../../scripts/dev/public-files.ts";

const config = await resolveConfig({ configFile: false, server: { fs: { allow: PUBLIC_FILES } } }, "serve");
const environment = { ...config, consumer: "client", isBundled: false } as const;
const isServed = (file: string) => isFileLoadingAllowed(environment, join(process.cwd(), file));

const KEPT = `data/app.db data/deep/notes.txt app.db~ dump.sql.zst prod.env users.csv Users.xlsx id_rsa.1 keys/server .env
  .netrc .git/config .output/server/index.mjs prisma/schema.prisma srcs/x.ts src/.env src/lib/server.pem
  packages/x/.env.local public/.git/config src/../notes package.json`;

it("the development server keeps files with secrets, and all that no page loads, to itself", () => {
  expect(KEPT.split(/\s+/).filter(isServed)).toEqual([]);
});

const SERVED = `src/app.tsx src/data/page.tsx app.config.ts public/favicon.svg node_modules/.vite/deps/solid-js.js
  prisma/migrations/sqlite/20261121000000_init/migration.sql node_modules/a/data/index.js
  packages/solid-authjs/src/client/index.ts`;

it("the development server serves what pages load", () => {
  expect(SERVED.split(/\s+/).filter((file) => !isServed(file))).toEqual([]);
});
