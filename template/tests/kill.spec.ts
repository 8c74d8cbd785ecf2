// The server is killed after each statement that a first sign-in, or a new passkey, writes. Afterwards, the user's
// sign-in methods work, and what the user had is still there.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Passkey } from "../../packages/solid-authjs/test/support/passkey.ts";
import { type App, root, startApp } from "../../tests/support/app.ts";
import { Client, consentAtGitHub, signInByLink } from "../../tests/support/client.ts";
import { newDatabaseAt } from "../../tests/support/engines.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import {
  expect,
  insertSession,
  linkIn,
  mailTo,
  newClient,
  newEmail,
  newLogin,
  rows,
  test,
} from "../../tests/support/test.ts";

const HOOK = pathToFileURL(join(root, "template/tests/support/kill-after.ts")).href;

let url: string;
let app: App;

const start = () => startApp(undefined, { DATABASE_URL: url, NODE_OPTIONS: `--import=${HOOK}` });

test.beforeAll(async () => {
  url = await newDatabaseAt(join(temporaryFolder(), "app.db"));
  app = await start();
});

test.afterAll(async () => app.stop());

/**
 * @param act the request that is cut, with these headers
 * @param recover what must hold afterwards
 */
async function killEverywhere<User>(
  prepare: () => Promise<User>,
  act: (user: User, headers: Record<string, string>) => Promise<unknown>,
  recover: (user: User) => Promise<void>,
): Promise<number> {
  for (let statement = 1; ; statement++) {
    const user = await prepare();
    const [cut] = await Promise.allSettled([act(user, { "x-kill-after": String(statement) })]);
    // The next count must not include what is left of this one.
    await app.stop();
    app = await start();
    await test.step(`after statement ${statement}`, () => recover(user));
    if (cut.status === "fulfilled") return statement - 1;
  }
}

const newVisitor = () => new Client(app.origin, newClient());

async function signInByMail(email: string, headers = {}): Promise<Client> {
  const client = newVisitor();
  await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
  await signInByLink(client, linkIn(await mailTo(app, email)), headers);
  return client;
}

async function signInWithGitHub(login: string, headers = {}): Promise<Client> {
  const client = newVisitor();
  await client.get(await consentAtGitHub(client, { login }), headers);
  return client;
}

async function withPasskey(client: Client, action: "register" | "authenticate", passkey: Passkey, headers = {}) {
  Object.assign(passkey.frame, { origin: client.origin });
  const { options } = JSON.parse((await client.get(`/api/auth/webauthn-options/passkey?action=${action}`)).body);
  const data = JSON.stringify(action === "register" ? passkey.register(options) : passkey.authenticate(options));
  await client.post("/api/auth/callback/passkey", { csrfToken: await client.csrfToken(), action, data }, headers);
}

function methodsOf(email: string): string[] {
  const [user] = rows(app, "User", "email", email);
  const accounts = rows(app, "Account", "userId", String(user?.id));
  const passkeys = rows(app, "Authenticator", "userId", String(user?.id));
  return [...accounts.map(({ id }) => String(id)), ...passkeys.map(({ credentialID }) => String(credentialID))];
}

/** Signs in again, and expects that the user keeps each method. */
async function signInAgain(email: string, signIn: () => Promise<Client>): Promise<void> {
  const before = methodsOf(email);
  const session = await (await signIn()).get("/api/auth/session");
  expect(JSON.parse(session.body)?.user?.email).toBe(email);
  expect(methodsOf(email)).toEqual(expect.arrayContaining(before));
}

test("a first sign-in by mail that is killed at any statement works the next time", async () => {
  const statements = await killEverywhere(
    async () => newEmail("killed"),
    (email, headers) => signInByMail(email, headers),
    (email) => signInAgain(email, () => signInByMail(email)),
  );
  expect(statements).toBeGreaterThan(2);
});

test("a first sign-in with GitHub that is killed at any statement works the next time, with GitHub and by mail", async () => {
  for (const isMailFirst of [false, true]) {
    const statements = await killEverywhere(
      async () => newLogin(),
      (login, headers) => signInWithGitHub(login, headers),
      async (login) => {
        const email = `${login}@example.com`;
        const hadAccount = methodsOf(email).length > 0;
        if (isMailFirst) await signInAgain(email, () => signInByMail(email));
        // GitHub is not the user's method if the sign-in was killed before that was stored, and the address signs in
        // another way.
        if (!isMailFirst || hadAccount) await signInAgain(email, () => signInWithGitHub(login));
        if (!isMailFirst) await signInAgain(email, () => signInByMail(email));
      },
    );
    expect(statements).toBeGreaterThan(3);
  }
});

test("a passkey whose registration is killed at any statement is there and works, or is not there", async () => {
  const statements = await killEverywhere(
    async () => ({ user: await insertSession(app), passkey: new Passkey(app.origin) }),
    ({ user, passkey }, headers) => {
      const client = newVisitor();
      client.cookies.set("authjs.session-token", user.sessionToken);
      return withPasskey(client, "register", passkey, headers);
    },
    async ({ user: { id, email }, passkey }) => {
      const keysOf = (table: string) => rows(app, table, "userId", id).map((row) => row.providerAccountId);
      const keys = keysOf("Authenticator");
      expect(keysOf("Account")).toEqual(keys);
      const byPasskey = async (each: Passkey) => {
        const client = newVisitor();
        await withPasskey(client, "authenticate", each);
        return client;
      };
      if (keys.length > 0) await signInAgain(email, () => byPasskey(passkey));
      await signInAgain(email, () => signInByMail(email));
      const another = new Passkey(app.origin);
      await withPasskey(await signInByMail(email), "register", another);
      await signInAgain(email, () => byPasskey(another));
    },
  );
  expect(statements).toBeGreaterThan(3);
});
