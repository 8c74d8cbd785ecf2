// The services of `npm run dev`, with which every sign-in method works without an account at any service: a secret in
// .env, a mailbox, a simulated GitHub. The application itself sees ordinary variables and ordinary servers.

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseEnv } from "node:util";
import { missingVariables, trimmedVariables } from "solid-authjs/environment";
import type { FetchableDevEnvironment, Plugin, ViteDevServer } from "vite";
import type { SignInMethod } from "../../src/server/auth/sign-in-method.ts";
import { keepRunning, refuse, refuseToListen } from "../../src/server/refuse.ts";
import { importServer } from "../import-server.ts";
import { simulatedGitHub } from "./github.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { mount } from "./mount.ts";
import { samplePages } from "./sample-pages.ts";

const GITHUB_PATH = "/dev/github";
const MAIL_PATH = "/dev/mail";
const ENV_FILE = ".env";

interface GitHub {
  /** The URL for the application. */
  url: string;
  clientId: string;
  clientSecret: string;
  handler: (request: Request) => Promise<Response>;
}

interface Shared {
  /** The environment in which `npm run dev` was started. */
  shell: NodeJS.ProcessEnv;
  mailbox?: Mailbox;
  gitHub?: GitHub;
}

/** Vite reloads its configuration in the same process when it restarts. This state survives the restart. */
const global = globalThis as typeof globalThis & { developmentServices?: Shared };
global.developmentServices ??= { shell: { ...process.env } };
const shared = global.developmentServices;

/** @returns the plugin that mounts the services. Also sets all variables that the application needs in process.env */
export async function developmentServices(): Promise<Plugin> {
  // Otherwise, variables from an earlier start override lines of .env that have changed since.
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, shared.shell);
  loadEnvironmentFile();

  const { AUTH_URL, EMAIL_SERVER, EMAIL_FROM, AUTH_GITHUB_ID, AUTH_GITHUB_SECRET } = trimmedVariables(process.env);
  // The application uses the origin that the browser uses, for any --port and --host. Vite refuses hosts of other
  // machines.
  if (!AUTH_URL) process.env.AUTH_TRUST_HOST = "true";

  const mailbox = EMAIL_SERVER || EMAIL_FROM ? undefined : await theMailbox();
  if (mailbox)
    Object.assign(process.env, { EMAIL_SERVER: mailbox.url, EMAIL_FROM: "sign-in@localhost", DEV_MAILBOX: MAIL_PATH });

  const gitHub = AUTH_GITHUB_ID || AUTH_GITHUB_SECRET ? undefined : await openGitHub();
  if (gitHub)
    Object.assign(process.env, {
      AUTH_GITHUB_ID: gitHub.clientId,
      AUTH_GITHUB_SECRET: gitHub.clientSecret,
      AUTH_GITHUB_URL: gitHub.url,
    });

  const simulated = [...(mailbox ? ["email"] : []), ...(gitHub ? ["github"] : [])];
  let methods: SignInMethod[] = [];
  return {
    name: "development-services",
    apply: "serve",
    // Nitro's plugin starts the application and prefers PORT to --port, so this plugin has to run before it.
    enforce: "pre",
    async config({ server }) {
      process.env.PORT = String(server?.port);
      await checkStart();
      methods = await signInMethodsOfApplication();
    },
    configureServer(server) {
      const { httpServer } = server;
      httpServer?.once("error", refuseToListen).once("listening", () => {
        httpServer.off("error", refuseToListen);
        keepRunning();
      });
      if (mailbox)
        server.middlewares
          .use(`${MAIL_PATH}/samples`, mount(samplePages(MAIL_PATH)))
          .use(MAIL_PATH, mount(mailbox.handler));
      if (gitHub) mountGitHub(server, gitHub);
      const { printUrls } = server;
      server.printUrls = () => {
        printUrls();
        console.log(summary(originsOf(server), simulated, methods));
      };
    },
  };
}

/**
 * Runs the application's start-up checks. In the application's own thread, a failure comes after Vite has reported that
 * it is ready, and ends only that thread.
 */
async function checkStart(): Promise<void> {
  await importServer("src/server/start.ts");
}

async function signInMethodsOfApplication(): Promise<SignInMethod[]> {
  const list = await importServer<{ SIGN_IN_METHODS: SignInMethod[] }>("src/server/auth/sign-in-methods.ts");
  return list.SIGN_IN_METHODS;
}

/** Reads .env. The first run adds a random secret and leaves all other lines unchanged. */
function loadEnvironmentFile(): void {
  try {
    const present = existsSync(ENV_FILE) ? readFileSync(ENV_FILE, "utf8") : undefined;
    if (!process.env.AUTH_SECRET && !parseEnv(present ?? "").AUTH_SECRET) writeSecret(present);
    if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
  } catch (error) {
    refuse([
      `.env cannot be read and written: ${error instanceof Error ? error.message : error}. It keeps AUTH_SECRET.`,
    ]);
  }
}

function writeSecret(present: string | undefined): void {
  const line = `AUTH_SECRET=${randomBytes(33).toString("base64")}\n`;
  if (present === undefined)
    writeFileSync(ENV_FILE, `# Made by the first "npm run dev". .env.example explains every variable.\n${line}`, {
      mode: 0o600,
    });
  else appendFileSync(ENV_FILE, `${present === "" || present.endsWith("\n") ? "" : "\n"}${line}`);
  console.log(`Wrote a random AUTH_SECRET to ${ENV_FILE}.`);
}

async function theMailbox(): Promise<Mailbox> {
  shared.mailbox ??= await openMailbox({ basePath: MAIL_PATH });
  return shared.mailbox;
}

/** A separate local server, so that the application can reach it on any address of Vite. */
async function openGitHub(): Promise<GitHub> {
  if (shared.gitHub) return shared.gitHub;
  const credentials = { clientId: "simulated", clientSecret: randomBytes(16).toString("hex") };
  const handler = simulatedGitHub({ basePath: GITHUB_PATH, ...credentials });
  const server = createServer(mount(handler)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  shared.gitHub = { url: `http://127.0.0.1:${port}${GITHUB_PATH}`, ...credentials, handler };
  return shared.gitHub;
}

/** Browsers reach the simulated GitHub on the same origin as the application. */
function mountGitHub({ middlewares, environments }: ViteDevServer, { url, handler }: GitHub): void {
  middlewares.use(GITHUB_PATH, mount(handler));
  const { origin } = new URL(url);
  const application = environments.nitro as FetchableDevEnvironment;
  const signIn = async (request: Request) => {
    const response = await application.dispatchFetch(request);
    const headers = new Headers(response.headers);
    const location = headers.get("location");
    if (location) headers.set("location", location.replace(origin, ""));
    headers.delete("content-length");
    const body = await response.text();
    return new Response(body.replace(origin, "") || null, { status: response.status, headers });
  };
  middlewares.use("/api/auth/signin", mount(signIn));
}

/** The origins for browsers: the application refuses forms from any other origin. */
function originsOf({ resolvedUrls }: ViteDevServer): string[] {
  const { AUTH_URL } = process.env;
  const urls = AUTH_URL ? [AUTH_URL] : [...(resolvedUrls?.local ?? []), ...(resolvedUrls?.network ?? [])];
  return urls.map((url) => new URL(url).origin);
}

/** @param simulated the ids of the methods that have a simulated service */
function summary(origins: string[], simulated: string[], methods: SignInMethod[]): string {
  const width = Math.max(...methods.map(({ name }) => name.length), "Mailbox".length) + 2;
  const line = (what: string, ...rest: string[]) => `  ${what.padEnd(width)}${rest.join("")}`;
  const lines = methods.map(({ id, name, variables }) => {
    const names = new Intl.ListFormat("en").format(variables);
    if (simulated.includes(id)) return line(name, "simulated".padEnd(11), `live with ${names}`);
    if (variables.length === 0) return line(name, "live".padEnd(11), "needs no variable");
    if (missingVariables({ name, variables }, process.env).length === 0)
      return line(name, "live".padEnd(11), `set by ${names}`);
    return line(name, "off".padEnd(11), `needs ${names}`);
  });
  const places = origins.map((origin) => line("App", origin));
  if (simulated.includes("email")) places.push(line("Mailbox", `${origins[0]}${MAIL_PATH}`));
  if (simulated.includes("github") && methods.some(({ id }) => id === "github"))
    places.push(line("GitHub", `${origins[0]}${GITHUB_PATH} (simulated)`));
  return `\n${lines.join("\n")}\n\n${places.join("\n")}\n`;
}
