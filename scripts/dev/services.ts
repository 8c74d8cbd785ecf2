// What `npm run dev` adds to the application so that every way to sign in works without an account anywhere: a secret in .env,
// a mailbox, a simulated GitHub. The application itself sees ordinary variables and ordinary servers.

import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { parseEnv } from "node:util";
import type { Plugin } from "vite";
import { simulatedGitHub } from "./github.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";

const GITHUB_PATH = "/dev/github";
const MAIL_PATH = "/dev/mail";
const ENV_FILE = ".env";

interface Services {
  mailbox: Mailbox | undefined;
  isGitHubSimulated: boolean;
  /** What was put into process.env, to be taken out again when Vite restarts. */
  variables: string[];
}

/** Vite loads its configuration again when it restarts; the mailbox stays. */
const shared = globalThis as typeof globalThis & { developmentServices?: Services };

/** @returns the plugin that mounts the services; by then process.env holds all that the application needs */
export async function developmentServices(port: number): Promise<Plugin> {
  for (const name of shared.developmentServices?.variables ?? []) delete process.env[name];
  ensureSecret();
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);

  const variables: string[] = [];
  const provide = (values: Record<string, string>) => {
    Object.assign(process.env, values);
    variables.push(...Object.keys(values));
  };
  if (!process.env.AUTH_URL) provide({ AUTH_URL: `http://localhost:${port}` });
  const origin = new URL(process.env.AUTH_URL ?? "").origin;

  let mailbox: Mailbox | undefined;
  if (!process.env.EMAIL_SERVER) {
    mailbox = shared.developmentServices?.mailbox ?? (await openMailbox({ basePath: MAIL_PATH }));
    provide({ EMAIL_SERVER: mailbox.url, DEV_MAILBOX: MAIL_PATH });
    if (!process.env.EMAIL_FROM) provide({ EMAIL_FROM: "sign-in@localhost" });
  }

  const isGitHubSimulated = !process.env.AUTH_GITHUB_ID && !process.env.AUTH_GITHUB_SECRET;
  const credentials = { clientId: "simulated", clientSecret: randomBytes(16).toString("hex") };
  if (isGitHubSimulated)
    provide({
      AUTH_GITHUB_ID: credentials.clientId,
      AUTH_GITHUB_SECRET: credentials.clientSecret,
      AUTH_GITHUB_URL: `http://localhost:${port}${GITHUB_PATH}`,
    });

  shared.developmentServices = { mailbox, isGitHubSimulated, variables };
  const github = simulatedGitHub({ basePath: GITHUB_PATH, ...credentials });

  return {
    name: "development-services",
    apply: "serve",
    configureServer(server) {
      if (isGitHubSimulated) server.middlewares.use(GITHUB_PATH, mount(github));
      if (mailbox) server.middlewares.use(MAIL_PATH, mount(mailbox.handler));
      server.httpServer?.once("listening", () => console.log(summary(origin, mailbox, isGitHubSimulated)));
    },
  };
}

/** A secret of this machine's own, made once. Whatever else stands in .env stays as it is. */
function ensureSecret(): void {
  if (process.env.AUTH_SECRET) return;
  const present = existsSync(ENV_FILE) ? readFileSync(ENV_FILE, "utf8") : undefined;
  if (present !== undefined && parseEnv(present).AUTH_SECRET) return;
  const line = `AUTH_SECRET=${randomBytes(33).toString("base64")}\n`;
  if (present === undefined)
    writeFileSync(ENV_FILE, `# Made by the first "npm run dev". .env.example explains every variable.\n${line}`, {
      mode: 0o600,
    });
  else appendFileSync(ENV_FILE, `${present === "" || present.endsWith("\n") ? "" : "\n"}${line}`);
  console.log(`Wrote a random AUTH_SECRET to ${ENV_FILE}.`);
}

function summary(origin: string, mailbox: Mailbox | undefined, isGitHubSimulated: boolean): string {
  const lines = [
    [
      "E-mail",
      mailbox ? "simulated" : "live",
      mailbox ? "live with EMAIL_SERVER and EMAIL_FROM" : "set by EMAIL_SERVER",
    ],
    ["Passkey", "live", "needs no variable"],
    [
      "GitHub",
      isGitHubSimulated ? "simulated" : "live",
      isGitHubSimulated
        ? "live with AUTH_GITHUB_ID and AUTH_GITHUB_SECRET"
        : "set by AUTH_GITHUB_ID and AUTH_GITHUB_SECRET",
    ],
  ].map(([method = "", state = "", how]) => `  ${method.padEnd(9)}${state.padEnd(11)}${how}`);
  const places = [`  ${"App".padEnd(9)}${origin}`];
  if (mailbox) places.push(`  ${"Mailbox".padEnd(9)}${origin}${MAIL_PATH}`);
  if (isGitHubSimulated) places.push(`  ${"GitHub".padEnd(9)}${origin}${GITHUB_PATH} (simulated)`);
  return `\n${lines.join("\n")}\n\n${places.join("\n")}\n`;
}

/** A web handler as Connect middleware. */
function mount(handler: (request: Request) => Response | Promise<Response>) {
  return async (incoming: IncomingMessage & { originalUrl?: string }, outgoing: ServerResponse) => {
    const handling = async () => handler(toRequest(incoming));
    const response = await handling().catch((error) => new Response(String(error), { status: 500 }));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  };
}

function toRequest(incoming: IncomingMessage & { originalUrl?: string }): Request {
  const url = new URL(incoming.originalUrl ?? incoming.url ?? "/", `http://${incoming.headers.host ?? "localhost"}`);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, String(value));
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
  const body = hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : undefined;
  return new Request(url, { method: incoming.method, headers, body, duplex: "half" } as RequestInit);
}
