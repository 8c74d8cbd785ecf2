// A client like a browser, for tests that send more requests than a real one could. It keeps cookies, posts forms with
// their CSRF token, and has its own client IP, as a proxy in front of the application would report it (TRUST_PROXY).

import { parseSetCookie } from "cookie";
import type { App } from "./app.ts";
import { linkIn, mailTo, newClient, type SignedInUser } from "./test.ts";

/** A request without an answer hangs after this time. The disk of a busy machine can stand still for ten seconds. */
const TIMEOUT_MS = 30_000;

export interface Answer {
  /** Method and path of the request. */
  to: string;
  status: number;
  headers: Headers;
  body: string;
  /** The redirect target, or undefined. */
  location: URL | undefined;
  /** The time from the request to the last byte of the response. */
  ms: number;
}

export interface Visit {
  method?: string;
  body?: string | Buffer<ArrayBuffer> | URLSearchParams;
  /** A `cookie` here replaces the client's own cookies. */
  headers?: Record<string, string>;
}

export class Client {
  readonly cookies = new Map<string, string>();
  readonly origin: string;
  readonly #address: string;

  /** @param address its client IP */
  constructor(origin: string, address = newClient()) {
    this.origin = origin;
    this.#address = address;
  }

  /** @param path or a whole URL of the application */
  async visit(path: string, { method = "GET", body, headers = {} }: Visit = {}): Promise<Answer> {
    const url = new URL(path, this.origin);
    const begun = performance.now();
    const response = await fetch(url, {
      method,
      body,
      headers: {
        cookie: this.cookieHeader(),
        "x-forwarded-for": this.#address,
        ...(method !== "GET" && { origin: this.origin }),
        ...headers,
      },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const ms = performance.now() - begun;
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const location = response.headers.get("location");
    return {
      to: `${method} ${url.pathname}`,
      status: response.status,
      headers: response.headers,
      body: text,
      location: location ? new URL(location, url) : undefined,
      ms,
    };
  }

  get(path: string, headers?: Record<string, string>): Promise<Answer> {
    return this.visit(path, { headers });
  }

  /** Opens a page like a browser and follows redirects. None of them may lead to another origin. */
  async open(path: string): Promise<Answer> {
    const answer = await this.get(path, { accept: "text/html" });
    if (!answer.location) return answer;
    if (answer.location.origin !== new URL(this.origin).origin) throw new Error(`Led off to ${answer.location}`);
    return this.open(answer.location.href);
  }

  /** Posts a form. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer> {
    return this.visit(path, { method: "POST", body: new URLSearchParams(fields), headers });
  }

  /** Presses a page's button, by its text or its name, as a browser does that runs no script. */
  press(page: Pick<Answer, "to" | "body">, button: string, fields: Record<string, string> = {}): Promise<Answer> {
    const forms = page.body.replace(/<!--.*?-->/g, "").matchAll(/<form[^>]* action="([^"]*)"[^>]*>(.*?)<\/form>/gs);
    const [, action = "", inner = ""] =
      [...forms].find(([form]) => unescaped(form + form.replace(/<[^>]*>/g, "")).includes(button)) ?? [];
    if (!action) throw new Error(`No form of the page has the button "${button}"`);
    const headers = { accept: "text/html", referer: new URL(page.to.split(" ")[1] ?? "", this.origin).href };
    return this.post(unescaped(action), { ...inputsIn(inner), ...fields }, headers);
  }

  async csrfToken(): Promise<string> {
    const { csrfToken = "" }: { csrfToken?: string } = JSON.parse((await this.get("/api/auth/csrf")).body);
    return csrfToken;
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  get sessionToken(): string | undefined {
    return this.cookies.get("authjs.session-token");
  }

  #keep(line: string): void {
    const { name, maxAge, expires } = parseSetCookie(line);
    const isGone = (maxAge !== undefined && maxAge <= 0) || (expires !== undefined && expires.valueOf() <= Date.now());
    // Kept as received, so that it is sent back as a browser would.
    const raw = line.slice(line.indexOf("=") + 1).split(";")[0] ?? "";
    if (isGone) this.cookies.delete(name);
    else this.cookies.set(name, raw);
  }
}

/** A client of an application, which has the session of a user if one is given. */
export function clientOf({ origin }: Pick<App, "origin">, user?: Pick<SignedInUser, "sessionToken">): Client {
  const client = new Client(origin);
  if (user) client.cookies.set("authjs.session-token", user.sessionToken);
  return client;
}

/** The fields that a form of a page posts, by the end of its `action`. */
export function fieldsOf(page: Pick<Answer, "body">, action: string): Record<string, string> {
  const [, inner = ""] = page.body.match(new RegExp(`<form[^>]*action="[^"]*${action}"[^>]*>(.*?)</form>`, "s")) ?? [];
  return inputsIn(inner);
}

/** The values of all inputs in a piece of a page, by their names. */
export function inputsIn(html: string): Record<string, string> {
  const inputs = html.match(/<input[^>]*>/g) ?? [];
  const attribute = (input: string, name: string) =>
    unescaped(input.match(new RegExp(` ${name}="([^"]*)"`))?.[1] ?? "");
  return Object.fromEntries(inputs.map((input) => [attribute(input, "name"), attribute(input, "value")]));
}

/** The text of a page's elements of one kind, in order. */
export function textsOf(page: Pick<Answer, "body">, tag: string): string[] {
  const elements = page.body.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, "gs"));
  return Array.from(elements, ([html]) => unescaped(html.replace(/<!--.*?-->|<[^>]*>/gs, "")).trim());
}

/** The text that a piece of a page's HTML stands for. */
export function unescaped(html: string): string {
  return html.replaceAll("&lt;", "<").replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}

/** Requests a link on the sign-in page. @param query of that page */
export async function askByForm(client: Client, app: App, email: string, query = ""): Promise<string> {
  const page = await client.open(`/sign-in${query}`);
  await client.post("/api/auth/signin/email", { ...fieldsOf(page, "/signin/email"), email });
  return linkIn(await mailTo(app, email));
}

/** Opens a mail's link and presses the button on its page. @returns the response */
export async function spendByForm(client: Client, link: string): Promise<Answer> {
  return client.post("/api/auth/callback/email", fieldsOf(await client.open(link), "/callback/email"));
}

/** Spends a mail's link, as the button on its page does. */
export async function signInByLink(client: Client, link: string, headers?: Record<string, string>): Promise<Answer> {
  const fields = Object.fromEntries(new URL(link).searchParams);
  return client.post("/api/auth/callback/email", { csrfToken: await client.csrfToken(), ...fields }, headers);
}

/** Signs in by mail without a page. @returns the response that has the session's cookie */
export async function signInByMailAs(
  client: Client,
  app: Pick<App, "mailbox">,
  email: string,
  userAgent = "A browser",
): Promise<Answer> {
  await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
  return signInByLink(client, linkIn(await mailTo(app, email)), { "user-agent": userAgent });
}

/** Goes to the simulated GitHub and consents. @returns the way back, not yet taken */
export async function consentAtGitHub(
  client: Client,
  { login, email = `${login}@example.com`, verified = true }: { login: string; email?: string; verified?: boolean },
): Promise<string> {
  const page = await client.open("/sign-in");
  const { location } = await client.post("/api/auth/signin/github", fieldsOf(page, "/signin/github"));
  const body = new URLSearchParams({ login, name: login, email, ...(verified && { verified: "yes" }) });
  for (const [name, value] of location?.searchParams ?? []) body.set(name, value);
  const decided = await fetch(`${location?.origin}${location?.pathname}`, { method: "POST", body, redirect: "manual" });
  return decided.headers.get("location") ?? "";
}
