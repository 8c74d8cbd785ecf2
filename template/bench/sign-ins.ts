// `npm run bench:sign-ins -w template`: what a whole sign-in costs the server, beside stock's and Better Auth's in the
// same run: every request of it up to the protected page. The servers have a database of their own on one PostgreSQL
// server, where statements and round trips can be counted on the way. `--build` makes new builds and installs Better
// Auth anew, and `--quick` only counts.

import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Passkey } from "../../packages/solid-authjs/test/support/passkey.ts";
import { simulatedGitHub } from "../../scripts/dev/github.ts";
import { openMailbox } from "../../scripts/dev/mailbox.ts";
import { CREDENTIALS, SECRET } from "../../tests/support/app.ts";
import { Client, fieldsOf } from "../../tests/support/client.ts";
import { serveFetch } from "../../tests/support/peer.ts";
import { newPostgreSqlDatabase, startPostgreSql } from "../../tests/support/postgresql/server.ts";
import { processorTime } from "./clocks.ts";
import { printTable } from "./report.ts";
import { build, install, prepare, SERVERS, type Server, startServer } from "./servers.ts";

const isQuick = process.argv.includes("--quick");
const ROUNDS = isQuick ? 1 : 5;
const SIGN_INS = isQuick ? 2 : 20;
const BETTER_AUTH = join(import.meta.dirname, "better-auth");
const SCRIPTS = {
  application: SERVERS.application,
  stock: SERVERS.stock,
  "better-auth": { script: join(BETTER_AUTH, "server.mjs"), flags: [] },
};
const MAIL_TIMEOUT_MS = 10_000;
/** The most that a client may ask of the application is counted by its address. */
let clients = 0;

prepare();
const isNew = process.argv.includes("--build");
build(isNew);
install(BETTER_AUTH, isNew);
const mailbox = await openMailbox();
const gitHub = await serveFetch(simulatedGitHub({ basePath: "", ...CREDENTIALS }));
const postgreSql = await startPostgreSql();
const empty = await newPostgreSqlDatabase(postgreSql.url);
const env = {
  EMAIL_SERVER: mailbox.url,
  AUTH_GITHUB_ID: CREDENTIALS.clientId,
  AUTH_GITHUB_SECRET: CREDENTIALS.clientSecret,
  AUTH_GITHUB_URL: gitHub.url,
  TRUST_PROXY: "1",
};
// Better Auth has rate limits in production only.
const betterAuthEnv = { ...env, NODE_ENV: "production", BETTER_AUTH_SECRET: SECRET };
// The application applies its migrations when it starts. Stock has the same tables.
await (await startServer(SERVERS.application.script, "", { env: { ...env, DATABASE_URL: empty } })).stop();

/** A server whose way to the database counts. */
async function started(name: keyof typeof SCRIPTS) {
  const isBetterAuth = name === "better-auth";
  // Better Auth makes its own tables when it starts.
  const template = isBetterAuth ? undefined : new URL(empty).pathname.slice(1);
  const url = new URL(await newPostgreSqlDatabase(postgreSql.url, template));
  const counts = { statements: 0, trips: 0 };
  url.port = String(await countingPort(Number(url.port), counts));
  const { script, flags } = SCRIPTS[name];
  const server = await startServer(script, "", {
    flags,
    env: { ...(isBetterAuth ? betterAuthEnv : env), DATABASE_URL: url.href },
  });
  return { name, server, counts, isBetterAuth };
}

type Started = Awaited<ReturnType<typeof started>>;

const newClient = ({ server }: Started) => {
  const number = ++clients;
  return new Client(server.origin, `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`);
};

/** Opens the sign-in page, and posts its form, or what Better Auth's client posts. */
async function begin({ name, isBetterAuth }: Started, client: Client, method: "email" | "github", fields = {}) {
  const page = await client.open("/sign-in");
  if (isBetterAuth) {
    const path = method === "email" ? "sign-in/magic-link" : "sign-in/social";
    return postJson(client, path, { provider: method, callbackURL: "/protected", ...fields });
  }
  const provider = method === "email" && name === "stock" ? "nodemailer" : method;
  const csrfToken = fieldsOf(page, `/signin/${provider}`).csrfToken || (await client.csrfToken());
  return client.post(`/api/auth/signin/${provider}`, { csrfToken, callbackUrl: "/protected", ...fields });
}

function postJson(client: Client, path: string, body: object) {
  const headers = { "content-type": "application/json" };
  return client.visit(`/api/auth/${path}`, { method: "POST", body: JSON.stringify(body), headers });
}

async function byMail(started: Started): Promise<Client> {
  const client = newClient(started);
  const email = `user-${clients}@bench.example`;
  const asked = await begin(started, client, "email", { email });
  if (asked.location) await client.open(asked.location.href);
  const link = await linkTo(email);
  const opened = await client.get(link, { accept: "text/html" });
  const form = fieldsOf(opened, "/callback/email");
  const signedIn = form.token ? await client.post("/api/auth/callback/email", form) : opened;
  return expectUser(client, signedIn.location, email);
}

async function linkTo(email: string): Promise<string> {
  for (const end = Date.now() + MAIL_TIMEOUT_MS; Date.now() < end; await delay(1)) {
    const mail = mailbox.mails.findLast(({ to }) => to?.some(({ address }) => address === email));
    const link = mail?.text?.match(/https?:\/\/\S+/)?.[0];
    if (link) return link;
  }
  throw new Error(`No mail to ${email} came. Is a build old? --build makes new ones.`);
}

async function byProvider(started: Started): Promise<Client> {
  const client = newClient(started);
  const email = `user-${clients}@bench.example`;
  const asked = (await begin(started, client, "github")).location ?? new URL(gitHub.url);
  const login = email.split("@")[0] ?? "";
  const body = new URLSearchParams([...asked.searchParams, ...Object.entries({ login, email, verified: "yes" })]);
  const consent = await fetch(asked.origin + asked.pathname, { method: "POST", body, redirect: "manual" });
  const signedIn = await client.get(consent.headers.get("location") ?? "", { accept: "text/html" });
  return expectUser(client, signedIn.location, email);
}

/** Makes a user with a passkey. @returns what signs in with it */
async function newPasskeyUser(started: Started) {
  const owner = await byMail(started);
  const email = `user-${clients}@bench.example`;
  const passkey = new Passkey(started.server.origin);
  await answer(owner, "register", passkey.register((await options(owner, "register")) as never));
  return async () => {
    const client = newClient(started);
    // A new browser would be mailed about.
    client.cookies.set("known-browser", owner.cookies.get("known-browser") ?? "");
    await client.open("/sign-in");
    const credential = passkey.authenticate((await options(client, "authenticate")) as never);
    const signedIn = await answer(client, "authenticate", credential);
    return expectUser(client, signedIn.location, email);
  };
}

/** @returns what changes a user's name, without JavaScript, and loads the page after it */
async function newAction(started: Started) {
  const client = await byMail(started);
  const { body } = await client.open("/account");
  const [, action = ""] = body.match(/<form[^>]* action="([^"]*_server[^"]*)"(?:(?!<\/form>).)* name="name"/s) ?? [];
  const path = action.replaceAll("&amp;", "&");
  let times = 0;
  return async () => {
    const name = `Name ${++times}`;
    const answer = await client.post(path, { name }, { accept: "text/html" });
    if (!(await client.open(answer.location?.href ?? "/")).body.includes(name))
      throw new Error(`${name} is not there.`);
    return client;
  };
}

type Ceremony = "register" | "authenticate";

async function options(client: Client, action: Ceremony): Promise<object> {
  return JSON.parse((await client.get(`/api/auth/webauthn-options/passkey?action=${action}`)).body).options;
}

async function answer(client: Client, action: Ceremony, credential: object) {
  const csrfToken = await client.csrfToken();
  const fields = { csrfToken, action, data: JSON.stringify(credential), callbackUrl: "/protected" };
  return client.post("/api/auth/callback/passkey", fields);
}

async function expectUser(client: Client, location: URL | undefined, email: string): Promise<Client> {
  const { body } = await client.open("/protected");
  if (!body.includes(email)) throw new Error(`${email} was not signed in: ${location}\n${body.slice(0, 2000)}`);
  return client;
}

/** A proxy to the database that counts what PostgreSQL's protocol asks for. */
async function countingPort(port: number, counts: { statements: number; trips: number }): Promise<number> {
  const proxy = createServer((client) => {
    const database = connect(port, "127.0.0.1");
    for (const socket of [client, database]) socket.setNoDelay().on("error", () => {});
    database.pipe(client);
    client.pipe(database);
    let rest = Buffer.alloc(0);
    let hasBegun = false;
    client.on("data", (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        // The first message has no letter.
        const lengthAt = hasBegun ? 1 : 0;
        if (rest.length < lengthAt + 4) return;
        const end = lengthAt + rest.readInt32BE(lengthAt);
        if (rest.length < end) return;
        const letter = hasBegun ? String.fromCharCode(rest[0] ?? 0) : "";
        // Query, Execute; and Sync, for whose answer the client waits.
        if ("QE".includes(letter) && letter) counts.statements++;
        if ("QS".includes(letter) && letter) counts.trips++;
        hasBegun = true;
        rest = rest.subarray(end);
      }
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  proxy.unref();
  return (proxy.address() as AddressInfo).port;
}

const application = await started("application");
const servers = [application, await started("stock"), await started("better-auth")];
const byPasskey = await newPasskeyUser(application);
const act = await newAction(application);
const kinds: [name: string, of: Started[], signIn: (started: Started) => Promise<unknown>][] = [
  ["a sign-in by mail, as a new user", servers, byMail],
  ["a sign-in by a provider, as a new user", servers, byProvider],
  ["a sign-in by a passkey", [application], byPasskey],
  ["an action, and the account page after it", [application], act],
];
/** The figures by kind and server, one a round. */
const found = new Map<string, { cpu: number; statements: number; trips: number }[]>();

for (let round = 0; round <= ROUNDS; round++)
  for (const [kind, of, signIn] of kinds)
    for (const started of of) {
      const { name, server, counts } = started;
      const before = { cpu: processorTime(server.pid), ...counts };
      for (let time = 0; time < SIGN_INS; time++) await signIn(started);
      const figures = {
        cpu: (processorTime(server.pid) - before.cpu) / SIGN_INS,
        statements: (counts.statements - before.statements) / SIGN_INS,
        trips: (counts.trips - before.trips) / SIGN_INS,
      };
      // The first round is left out: V8 compiles in it.
      if (round > 0) found.set(`${kind}|${name}`, [...(found.get(`${kind}|${name}`) ?? []), figures]);
    }

printTable({
  title: `Whole sign-ins: the least of ${ROUNDS} rounds of ${SIGN_INS}`,
  head: ["sign-in", "server", "processor time, ms", "statements", "round trips"],
  rows: [...found].map(([key, figures]) => {
    const least = (name: "cpu" | "statements" | "trips") => Math.min(...figures.map((each) => each[name]));
    return [
      ...key.split("|"),
      (least("cpu") / 1000).toFixed(2),
      least("statements").toFixed(1),
      least("trips").toFixed(1),
    ];
  }),
});

for (const { server } of servers as { server: Server }[]) await server.stop();
await gitHub.close();
await mailbox.close();
await postgreSql.stop();
