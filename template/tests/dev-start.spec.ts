// `npm run dev` with its flags and variables: the application answers at the URL in the summary, its forms work, and an
// error at startup is printed once.

import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { Client, consentAtGitHub, signInByLink } from "../../tests/support/client.ts";
import { newClient, newEmail, newLogin } from "../../tests/support/test.ts";
import {
  type DevOptions,
  type DevServer,
  freePort,
  installedCopy,
  refusedDev,
  startDev,
} from "./support/dev-server.ts";

/** The development server compiles a page when it is first asked for. */
const COMPILE_TIMEOUT_MS = 60_000;

let folder: string;

test.beforeAll(() => {
  folder = installedCopy("dev-start");
});

/** Runs a test's body while a development server runs. */
async function withServer(options: DevOptions, use: (server: DevServer) => Promise<void>): Promise<void> {
  const server = await startDev(folder, options);
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}

/** @returns where "Continue with GitHub" leads */
async function gitHubStart(origin: string): Promise<string> {
  const client = new Client(origin, newClient());
  const { location } = await client.post("/api/auth/signin/github", { csrfToken: await client.csrfToken() });
  return location?.href ?? "";
}

/** Signs in through the mailbox, whose mail has a link to the origin. */
async function signInByMail(origin: string, email: string): Promise<Client> {
  const client = new Client(origin, newClient());
  await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
  const link = new RegExp(`href="(${origin}/sign-in/confirm[^"]+)"`);
  // The answer does not wait for the mail.
  const mail = () => client.open(newestTo(email)).then(({ body }) => body);
  await expect.poll(mail, { timeout: COMPILE_TIMEOUT_MS }).toMatch(link);
  const [, found = ""] = (await mail()).match(link) ?? [];
  await signInByLink(client, found.replaceAll("&amp;", "&"));
  return client;
}

const newestTo = (email: string) => `/dev/mail/newest?to=${encodeURIComponent(email)}`;
const userOf = async (client: Client) => JSON.parse((await client.get("/api/auth/session")).body)?.user?.email;

const lan = Object.values(networkInterfaces())
  .flat()
  .filter((address) => address && address.family === "IPv4" && !address.internal)
  .map((address) => address?.address ?? "");

/** What a user types, and the hosts that the summary names then. */
const STARTS: [name: string, options: (port: string) => DevOptions, hosts: string[]][] = [
  ["--port beside another PORT", (port) => ({ flags: ["--port", port], env: { PORT: "1" } }), ["localhost"]],
  ["--port and --host", (port) => ({ flags: ["--port", port, "--host"] }), ["localhost", ...lan]],
  ["PORT and --host 0.0.0.0", (PORT) => ({ flags: ["--host", "0.0.0.0"], env: { PORT } }), ["localhost", ...lan]],
  ["--port and --host 127.0.0.1", (port) => ({ flags: ["--port", port, "--host", "127.0.0.1"] }), ["127.0.0.1"]],
];

// With each commit dev.spec.ts signs in with a browser, on a port that PORT names.
for (const [name, options, hosts] of STARTS)
  test(`mail and GitHub sign in with ${name} on each origin that the summary names, and leave no warning in the output`, {
    tag: "@night",
  }, async () => {
    const port = String(await freePort());
    await withServer(options(port), async ({ origins, output }) => {
      expect(origins).toEqual(hosts.map((host) => `http://${host}:${port}`));
      for (const origin of origins) {
        const email = newEmail();
        expect(await userOf(await signInByMail(origin, email))).toBe(email);
        const client = new Client(origin, newClient());
        await client.open(await consentAtGitHub(client, { login: newLogin() }));
        expect(await userOf(client)).toMatch(/^octo-/);
        await client.get("/api/auth/webauthn-options/passkey");
      }
      expect(output()).not.toMatch(/warn(ing)?\b.*(auth|url\.parse|deprecat)|DeprecationWarning|experimental/i);
    });
  });

/** Runs a test's body with a file that is changed. */
async function whileChanged(name: string, change: (before: string) => string, use: () => Promise<void>): Promise<void> {
  const file = join(folder, name);
  const before = readFileSync(file, "utf8");
  writeFileSync(file, change(before));
  try {
    await use();
  } finally {
    writeFileSync(file, before);
  }
}

test("a provider without its variables is off in the summary and on the sign-in page, which both name them", {
  tag: "@night",
}, async () => {
  const google = `{ id: "google", name: "Google", provider: { id: "google", name: "Google", type: "oidc" }, variables: ["AUTH_GOOGLE_ID"] }`;
  const env = { PORT: String(await freePort()) };
  const more = (source: string) => source.replace("\n];", `\n  ${google},\n];`);
  await whileChanged("src/server/auth/sign-in-methods.ts", more, () =>
    withServer({ env }, async ({ origins, output }) => {
      expect(output()).toMatch(/^ {2}Google +off +needs AUTH_GOOGLE_ID$/m);
      const page = await fetch(`${origins[0]}/sign-in`, { headers: { accept: "text/html" } });
      expect(await page.text()).toContain("Google is off in development: it needs AUTH_GOOGLE_ID.");
    }),
  );
});

test("AUTH_URL sets the origin", async () => {
  const env = { AUTH_URL: "http://localhost:4999", PORT: String(await freePort()) };
  await withServer({ env }, async ({ origins }) => expect(origins).toEqual(["http://localhost:4999"]));
});

test("a mail and a session survive a restart of the server and a changed line in .env, which applies without one", {
  tag: "@night",
}, async () => {
  const port = String(await freePort());
  const [origin, email] = [`http://localhost:${port}`, newEmail()];
  let client = new Client(origin, newClient());
  const expectBoth = async () => {
    expect(await userOf(client)).toBe(email);
    expect((await client.open(newestTo(email))).body).toContain(`to ${email}`);
  };
  await withServer({ env: { PORT: port } }, async () => {
    client = await signInByMail(origin, email);
  });
  await withServer({ env: { PORT: port } }, async () => {
    await expectBoth();
    const start = () => expect.poll(() => gitHubStart(origin).catch(String), { timeout: COMPILE_TIMEOUT_MS });
    for (const id of ["first", "second"])
      await whileChanged(".env", withLines(`AUTH_GITHUB_ID=${id}`, "AUTH_GITHUB_SECRET=x"), () =>
        start().toContain(`client_id=${id}&`),
      );
    await start().toContain("client_id=simulated&");
    await expectBoth();
  });
});

const withLines =
  (...lines: string[]) =>
  (before: string) =>
    [before, ...lines, ""].join("\n");

test("a half typed .env keeps the server that runs, names the fault, and applies when it is repaired", async () => {
  const port = String(await freePort());
  await withServer({ env: { PORT: port } }, async ({ output }) => {
    const timeout = COMPILE_TIMEOUT_MS;
    const start = () => expect.poll(() => gitHubStart(`http://localhost:${port}`).catch(String), { timeout });
    await start().toContain("client_id=simulated&");
    await whileChanged(".env", withLines("AUTH_GITHUB_ID=typed"), async () => {
      await expect.poll(output, { timeout }).toContain("AUTH_GITHUB_SECRET is missing");
      expect(output()).toContain("The server goes on with its settings from before");
      await start().toContain("client_id=simulated&");
      writeFileSync(join(folder, ".env"), `${readFileSync(join(folder, ".env"), "utf8")}AUTH_GITHUB_SECRET=x\n`);
      await start().toContain("client_id=typed&");
    });
  });
});

/** One message, no stack, exit code 1, and no message that the server is ready. */
async function expectRefusal({ env, ...options }: DevOptions, words: string): Promise<void> {
  const PORT = env?.PORT ?? String(await freePort());
  const { code, said } = await refusedDev(folder, { env: { ...env, PORT }, ...options });
  expect(said.split(words), said).toHaveLength(2);
  expect(said).not.toMatch(/^\s+at |\bready in|Restarting/m);
  expect(code).toBe(1);
}

// The server refuses the same variables as in production: tests/server/env.test.ts has the others.
test("the start refuses half of GitHub", () =>
  expectRefusal({ env: { AUTH_GITHUB_ID: "x" } }, "AUTH_GITHUB_SECRET is missing"));

test("the start refuses a database below a file", () =>
  expectRefusal({ env: { DATABASE_URL: "file:./README.md/x.db" } }, "cannot be used: "));

test("the start refuses a host that is not this machine", { tag: "@night" }, () =>
  expectRefusal({ flags: ["--host", "192.0.2.250"] }, "cannot listen on 192.0.2.250"),
);

test("the start refuses a port that is taken", async () => {
  const PORT = String(await freePort());
  const other = createServer().listen(Number(PORT), "localhost");
  await expectRefusal({ env: { PORT } }, `Port ${PORT} is already in use`);
  await new Promise((resolve) => other.close(resolve));
});

test("the start refuses a .env that cannot be written", async () => {
  const file = join(folder, ".env");
  rmSync(file, { force: true });
  mkdirSync(file);
  try {
    await expectRefusal({}, ".env cannot be read and written");
  } finally {
    rmSync(file, { recursive: true });
  }
});

for (const name of [".", "node_modules"])
  test(`the start refuses a folder that cannot be written: ${name}`, async () => {
    // Root may write everywhere, unless that right is taken away.
    const prefix = process.getuid?.() === 0 ? "setpriv --bounding-set=-dac_override" : "";
    const target = join(folder, name);
    chmodSync(target, 0o555);
    try {
      await expectRefusal({ prefix }, `This folder cannot be written: ${target}`);
    } finally {
      chmodSync(target, 0o755);
    }
  });
