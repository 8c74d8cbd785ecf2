// The file of SQLite goes away under a running server. (Another process locks it:
// tests/server/database/sqlite/outage.test.ts.)

import { renameSync } from "node:fs";
import { clientOf } from "../../tests/support/client.ts";
import { expect, insertSession, newEmail, test } from "../../tests/support/test.ts";

const PAGES = ["/", "/protected", "/account", "/api/auth/session", "/api/health"];

test("a server without its file says so with 503 on every page and sends no link; with it, everything works again", async ({
  start,
}) => {
  const app = await start();
  const [user, visitor] = [clientOf(app, await insertSession(app)), clientOf(app)];
  const fields = { csrfToken: await visitor.csrfToken(), email: newEmail() };
  const file = app.databaseUrl.slice("file:".length);

  renameSync(file, `${file}.away`);
  for (const path of PAGES) expect((await user.get(path)).status, path).toBe(503);
  expect((await visitor.post("/api/auth/signin/email", fields)).status).toBe(503);
  expect(app.mailbox.mails).toEqual([]);
  expect(await app.log()).toMatch(/the database is unavailable: .* was moved, deleted or replaced/);
  expect(await app.log()).not.toMatch(/node_modules/);

  renameSync(`${file}.away`, file);
  for (const path of PAGES) expect((await user.get(path)).status, path).toBe(200);
  expect((await visitor.post("/api/auth/signin/email", fields)).location?.pathname).toContain("verify-request");
});
