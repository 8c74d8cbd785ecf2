// The integration layer for the server tests: the real handler on a real database file, and a client that keeps cookies and posts forms
// like a browser.

import { copyFileSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { EmailConfig } from "@auth/core/providers";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { parseSetCookie } from "cookie";
import { inject, onTestFinished } from "vitest";
import { createAdapter } from "~/server/database/adapter";
import { PrismaClient } from "~/server/database/generated/client";
import { findSessionIn } from "~/server/database/session-statement";
import { SolidAuth, type SolidAuthAdapter, type SolidAuthConfig } from "~/solid-auth";

export const ORIGIN = "https://app.example.com";
export const SECRET = "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e";

/** The path of a new database file, in its own folder. */
export function newDatabaseFile(): string {
  return join(mkdtempSync(join(inject("folder"), "database-")), "app.db");
}

export interface Database {
  prisma: PrismaClient;
  adapter: SolidAuthAdapter;
  file: string;
}

/** A separate, migrated database file with the application's adapter. It is closed when the test or the file ends. */
export async function openDatabase(): Promise<Database> {
  const file = newDatabaseFile();
  copyFileSync(inject("migratedDatabase"), file);
  const prisma = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: `file:${file}` }) });
  onTestFinished(() => prisma.$disconnect());
  return { prisma, adapter: createAdapter(prisma, findSessionIn(file)), file };
}

export interface Application extends Database {
  /** With that database and sign-in by e-mail. */
  config: SolidAuthConfig;
  /** The mails sent so far. */
  sent: SentMail[];
}

/** For tests of errors. */
export const QUIET: NonNullable<SolidAuthConfig["logger"]> = { error() {}, warn() {}, debug() {} };

/**
 * The set-up of most tests: a database and a configuration.
 *
 * @param providers in addition to e-mail
 */
export async function openApplication(
  more: Partial<SolidAuthConfig> = {},
  ...providers: SolidAuthConfig["providers"]
): Promise<Application> {
  const database = await openDatabase();
  const sent: SentMail[] = [];
  const config: SolidAuthConfig = {
    adapter: database.adapter,
    providers: [emailProvider(sent), ...providers],
    secret: SECRET,
    trustHost: true,
    logger: QUIET,
    ...more,
  };
  return { ...database, config, sent };
}

export interface SentMail {
  to: string;
  url: URL;
  expires: Date;
}

/** An e-mail provider that stores its mails. */
export function emailProvider(sent: SentMail[] = [], options: Partial<EmailConfig> = {}): EmailConfig {
  return {
    id: "email",
    type: "email",
    name: "E-mail",
    maxAge: 10 * 60,
    async sendVerificationRequest({ identifier, url, expires }) {
      sent.push({ to: identifier, url: new URL(url), expires });
    },
    ...options,
  };
}

interface Visit {
  method?: string;
  body?: BodyInit;
  headers?: Record<string, string>;
}

/** A response, with the values that many tests check. */
export interface Answer extends Response {
  /** The redirect target, or undefined. */
  location: URL | undefined;
  /** The Set-Cookie lines by the cookies' names. */
  set: Map<string, string>;
}

/** A client like a browser: keeps cookies, drops expired ones, posts forms with the CSRF token. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #config: SolidAuthConfig;
  readonly #origin: string;
  readonly #basePath: string;

  constructor(config: SolidAuthConfig, { origin = ORIGIN, basePath = "/api/auth" } = {}) {
    this.#config = config;
    this.#origin = origin;
    this.#basePath = basePath;
  }

  /** A request to the auth route, path below the base path. */
  async visit(path: string, { method = "GET", body, headers = {} }: Visit = {}): Promise<Answer> {
    const url = path.startsWith("http") ? path : `${this.#origin}${this.#basePath}${path}`;
    const request = new Request(url, { method, body, headers: { ...headers, cookie: this.cookieHeader() } });
    return this.keep(await this.handle(request));
  }

  protected handle(request: Request): Promise<Response> {
    return SolidAuth(this.#config)[request.method === "POST" ? "POST" : "GET"]({ request });
  }

  get(path: string, headers?: Record<string, string>): Promise<Answer> {
    return this.visit(path, { headers });
  }

  /** Posts a form with its CSRF token. */
  async post(path: string, fields: Record<string, string> = {}, headers?: Record<string, string>): Promise<Answer> {
    const { csrfToken } = await (await this.get("/csrf")).json();
    return this.visit(path, { method: "POST", body: new URLSearchParams({ csrfToken, ...fields }), headers });
  }

  async session(): Promise<{
    user?: { id?: string; name?: string; email?: string; image?: string };
    expires: string;
  } | null> {
    return (await this.get("/session")).json();
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** The name and value of the session cookie, if there is one. */
  get sessionCookie(): [string, string] | undefined {
    return [...this.cookies].find(([name]) => name.endsWith("authjs.session-token"));
  }

  keep(response: Response): Answer {
    const set = new Map<string, string>();
    for (const line of response.headers.getSetCookie()) {
      const { name, maxAge, expires } = parseSetCookie(line);
      set.set(name, line);
      const isGone =
        (maxAge !== undefined && maxAge <= 0) || (expires !== undefined && expires.valueOf() <= Date.now());
      // Kept as received, so that it is sent back as a browser would.
      const raw = line.slice(line.indexOf("=") + 1).split(";")[0] ?? "";
      if (isGone) this.cookies.delete(name);
      else this.cookies.set(name, raw);
    }
    const location = response.headers.get("location");
    return Object.assign(response, { set, location: location ? new URL(location, this.#origin) : undefined });
  }
}

/** Signs in by e-mail: requests a link and spends it. */
export async function signInByMail(visitor: Visitor, sent: SentMail[], email: string): Promise<Answer> {
  await visitor.post("/signin/email", { email });
  const { searchParams } = sent.findLast(({ to }) => to === email.toLowerCase())?.url ?? new URL(ORIGIN);
  return visitor.post("/callback/email", Object.fromEntries(searchParams));
}
