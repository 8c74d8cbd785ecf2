// A thief has a full copy of the database and the log. The tests of the layer try what is stored in place of a secret.

import { Passkey } from "../../packages/solid-authjs/test/support/passkey.ts";
import { type App, CREDENTIALS } from "../../tests/support/app.ts";
import { askByForm, Client, consentAtGitHub, signInByLink, spendByForm, textsOf } from "../../tests/support/client.ts";
import { codeIn, expect, hash, mailTo, newEmail, newLogin, test } from "../../tests/support/test.ts";
import { answerCeremony } from "./support/scale/every-request.ts";

const SECRET = "Xc3Rf8Uj1Wm6Qz5Bt9Kv2Ny7Ga4PdLhE";

test.use({ env: { LOG_LEVEL: "debug", AUTH_SECRET: SECRET } });

test("a copy of the database and the log contains no secret that signs a user in, and the log no address", async ({
  app,
}) => {
  const [ada, refused, login] = [newEmail("ada"), newEmail("refused"), newLogin()];
  const { clientId, clientSecret } = CREDENTIALS;
  const basic = Buffer.from(`${clientId}:${clientSecret.replaceAll(" ", "+")}`).toString("base64");
  const secrets = new Set([SECRET, clientSecret, basic]);
  /** A browser that tells the values of Auth.js's cookies. */
  class Browser extends Client {
    override async visit(...request: Parameters<Client["visit"]>) {
      const answer = await super.visit(...request);
      for (const [name, value] of this.cookies)
        if (name.startsWith("authjs.") && name !== "authjs.callback-url")
          for (const part of decodeURIComponent(value).split("|")) secrets.add(part);
      return answer;
    }
  }
  const takeParameter = (url: string, name: string): string => {
    const value = new URL(url).searchParams.get(name) ?? "";
    secrets.add(value);
    return value;
  };

  const browser = new Browser(app.origin);
  const link = await askByForm(browser, app, ada);
  const spent = takeParameter(link, "token");
  await spendByForm(browser, link);
  const passkey = new Passkey(app.origin);
  await answerCeremony(browser, passkey, "register");
  const session = browser.sessionToken ?? "";
  browser.cookies.delete("authjs.session-token");
  await answerCeremony(browser, passkey, "authenticate");
  expect(textsOf(await browser.get("/protected"), "h1")).toEqual([`Hello, ${ada}`]);

  const atGitHub = new Browser(app.origin);
  const back = await consentAtGitHub(atGitHub, { login });
  takeParameter(back, "code");
  await atGitHub.open(back);
  expect(atGitHub.sessionToken).toBeDefined();

  // A mail that the mail server refuses, and a used link, so that the log has entries about secrets.
  const waiting = new Browser(app.origin);
  app.refuseMail = true;
  await waiting.post("/api/auth/signin/email", { csrfToken: await waiting.csrfToken(), email: refused });
  app.refuseMail = false;
  const forged = `${app.origin}/sign-in/confirm?${new URLSearchParams({ token: spent, email: refused })}`;
  expect((await signInByLink(waiting, forged)).location?.searchParams.get("error")).toBe("Verification");
  const unspent = takeParameter(await askByForm(waiting, app, ada), "token");
  secrets.add(codeIn(await mailTo(app, ada)));

  const database = databaseValues(app).join("\n");
  // What the database has in their place.
  for (const stored of [hash(session), hash(unspent + SECRET)]) expect(database).toContain(stored);
  expect(secrets.size).toBeGreaterThan(15);
  for (const secret of secrets) {
    expect(database, "the database").not.toContain(secret);
    expect(await app.log(), "the log").not.toContain(secret);
  }
  // GitHub's tokens, which the browser never gets.
  expect(database + (await app.log())).not.toContain("gho_");
  for (const address of [ada, refused, `${login}@example.com`])
    for (const spelling of [address, encodeURIComponent(address)])
      expect(await app.log(), "the log").not.toContain(spelling);
  expect(await app.log()).toMatch(/550 Refused <\[address\]>/);
  expect(await app.log()).toContain("auth: Verification");
});

/** Every column of every row of every table, Prisma's own among them. */
function databaseValues(app: App): string[] {
  const list = app.databaseUrl.startsWith("file:")
    ? `SELECT "name" FROM "sqlite_master" WHERE "type" = 'table'`
    : `SELECT "tablename" AS "name" FROM "pg_tables" WHERE "schemaname" = 'public'`;
  const tables = app.database.prepare(list).all();
  const rows = tables.flatMap(({ name }) => app.database.prepare(`SELECT * FROM "${name}"`).all());
  return rows.flatMap((row) => Object.values(row)).map(String);
}
