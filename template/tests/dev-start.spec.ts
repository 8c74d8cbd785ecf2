// `npm run dev` with its variables: the application answers at the URL in the summary, .env applies without a restart,
// and an error at startup is printed once. (The first run, and the second: dev.spec.ts.)

import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { Client, signInByLink } from "../../tests/support/client.ts";
import { installedCopy } from "../../tests/support/copies.ts";
import { newClient, newEmail } from "../../tests/support/test.ts";
import { type DevOptions, type DevServer, freePort, refusedDev, startDev } from "./support/dev-server.ts";

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

const lan = Object.values(networkInterfaces())
  .flat()
  .flatMap((address) => (address?.family === "IPv4" && !address.internal ? [address.address] : []));

const newestTo = (email: string) => `/dev/mail/newest?to=${encodeURIComponent(email)}`;
const userOf = async (client: Client) => JSON.parse((await client.get("/api/auth/session")).body)?.user?.email;

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

test("AUTH_URL sets the origin", async () => {
  const env = { AUTH_URL: "http://localhost:4999", PORT: String(await freePort()) };
  await withServer({ env }, async ({ origins }) => expect(origins).toEqual(["http://localhost:4999"]));
});

test("mail signs in on each origin that the summary names, and a session survives a restart and a changed line in .env", {
  tag: "@night",
}, async () => {
  const port = String(await freePort());
  const [origin, email] = [`http://localhost:${port}`, newEmail()];
  let client = new Client(origin, newClient());
  const expectBoth = async () => {
    expect(await userOf(client)).toBe(email);
    expect((await client.open(newestTo(email))).body).toContain(`to ${email}`);
  };
  await withServer({ flags: ["--port", port, "--host"] }, async ({ origins }) => {
    expect(origins).toEqual(["localhost", ...lan].map((host) => `http://${host}:${port}`));
    for (const each of origins.toReversed()) client = await signInByMail(each, email);
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

test("the start refuses a port that is taken", async () => {
  const PORT = String(await freePort());
  const other = createServer().listen(Number(PORT), "localhost");
  await expectRefusal({ env: { PORT } }, `Port ${PORT} is already in use`);
  await new Promise((resolve) => other.close(resolve));
});
