// What `npm run doctor` asks the server, and who else may.

import { open, SIGNATURE_HEADER, signatureOf } from "../../packages/start-kit/src/doctor/signature.ts";
import { CREDENTIALS, SECRET } from "../support/app.ts";
import { expect, test } from "../support/test.ts";

test("the doctor's questions do not exist without the owner's secret, and name each migration that is not applied", async ({
  app,
}) => {
  const ask = (signature?: string) =>
    fetch(`${app.origin}/api/doctor`, { headers: signature ? { [SIGNATURE_HEADER]: signature } : {} });
  const unknown = await (await fetch(`${app.origin}/api/nothing`)).text();
  const { host } = new URL(app.origin);
  // Another host could pass on what it was asked.
  for (const signature of [undefined, signatureOf(SECRET, "evil.example", Date.now())]) {
    const refused = await ask(signature);
    expect([refused.status, await refused.text()], signature).toEqual([404, unknown]);
  }
  const signature = signatureOf(SECRET, host, Date.now());
  const answered = await ask(signature);
  expect(answered.headers.get("cache-control")).toBe("no-store");
  const sealed = await answered.text();
  // The proxy, or another reader of the request, cannot read it.
  expect(sealed).toMatch(/^[A-Za-z\d+/=]+$/);
  const opened = open(SECRET, signature, sealed);
  expect(opened).toMatchObject({ origin: app.origin, isDatabaseUp: true, pendingMigrations: [], mails: {} });
  const report = JSON.stringify(opened);
  // Prisma applies a migration again that was taken back.
  const setTakenBack = (at: string) => app.database.prepare(`UPDATE "_prisma_migrations" SET "rolled_back_at" = ${at}`);
  setTakenBack('"finished_at"').run();
  const later = open(SECRET, signature, await (await ask(signature)).text());
  setTakenBack("NULL").run();
  const names = app.database.prepare('SELECT "migration_name" AS "name" FROM "_prisma_migrations" ORDER BY 1').all();
  expect(later).toMatchObject({ pendingMigrations: names.map(({ name }) => name) });
  for (const secret of [SECRET, CREDENTIALS.clientSecret, app.databaseUrl, app.mailbox.url])
    expect(report).not.toContain(secret);
});
