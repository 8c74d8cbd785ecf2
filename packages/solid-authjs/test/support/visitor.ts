// A client like a browser, in front of the real handler: it keeps cookies, drops expired ones, and posts forms with the
// CSRF token.

import { parseSetCookie } from "cookie";
import { RequestContext, type RequestEvent } from "solid-js/web";
import { provideRequestEvent } from "solid-js/web/storage";
import { SolidAuth, type SolidAuthConfig } from "../../src";

export const ORIGIN = "https://app.example.com";

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

export interface VisitorOptions {
  origin?: string;
  basePath?: string;
}

/** How many requests are being answered: Solid has one global place for the events of them all. */
let answering = 0;

export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly config: SolidAuthConfig;
  readonly #options: VisitorOptions;
  readonly #origin: string;

  constructor(config: SolidAuthConfig, options: VisitorOptions = {}) {
    this.config = config;
    this.#options = options;
    this.#origin = options.origin ?? ORIGIN;
  }

  /** Another browser with the same cookies: an attacker's, or the same one after a restart of the application. */
  copy(config = this.config): Visitor {
    const copy = new Visitor(config, this.#options);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  /** A request to the auth route. @param path below the base path, or a whole URL */
  async visit(path: string | URL, { method = "GET", body, headers = {} }: Visit = {}): Promise<Answer> {
    const url = String(path).startsWith("http")
      ? path
      : `${this.#origin}${this.#options.basePath ?? "/api/auth"}${path}`;
    const request = new Request(url, { method, body, headers: { ...headers, cookie: this.cookieHeader() } });
    return this.keep(await this.handle(request));
  }

  protected handle(request: Request): Promise<Response> {
    return SolidAuth(this.config)[request.method === "POST" ? "POST" : "GET"]({ request });
  }

  get(path: string | URL, headers?: Record<string, string>): Promise<Answer> {
    return this.visit(path, { headers });
  }

  async csrfToken(): Promise<string> {
    const { csrfToken }: { csrfToken: string } = await (await this.get("/csrf")).json();
    return csrfToken;
  }

  /** Posts a form with its CSRF token. */
  async post(path: string, fields: Record<string, string> = {}, headers?: Record<string, string>): Promise<Answer> {
    const body = new URLSearchParams({ csrfToken: await this.csrfToken(), ...fields });
    return this.visit(path, { method: "POST", body, headers });
  }

  async session(): Promise<{
    user?: { id?: string; name?: string; email?: string; image?: string };
    expires: string;
  } | null> {
    return (await this.get("/session")).json();
  }

  /** Posts JSON with the CSRF token. */
  async postJson(path: string, fields: object): Promise<Answer> {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ csrfToken: await this.csrfToken(), ...fields });
    return this.visit(path, { method: "POST", headers, body });
  }

  /** Updates the session, as the client's `update` does. */
  update(data: unknown): Promise<Answer> {
    return this.postJson("/session", { data });
  }

  /** A request for a page, or of a form action. */
  request(path = "/page", { headers, ...more }: Visit = {}): Request {
    return new Request(this.#origin + path, { ...more, headers: { ...headers, cookie: this.cookieHeader() } });
  }

  /** Sends a request that SolidStart handles while the body runs. @returns the response, and the body's result */
  async answering<T>(
    body: (request: Request) => T,
    request = this.request(),
  ): Promise<Answer & { result: Awaited<T> }> {
    const response = { headers: new Headers() };
    const event = { request, response, locals: {} } as unknown as RequestEvent;
    let result: Awaited<T>;
    let answer: Answer;
    answering++;
    try {
      result = await provideRequestEvent(event, () => body(request));
    } finally {
      // SolidStart has answered. Outside of a request there is no event.
      if (--answering === 0) Reflect.deleteProperty(globalThis, RequestContext);
      answer = this.keep(new Response(null, response));
    }
    return Object.assign(answer, { result });
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

/** What a redirect tells the visitor: the page, the `error` and the `code`. */
export function outcome({ location }: Answer): (string | null | undefined)[] {
  return [location?.pathname, location?.searchParams.get("error"), location?.searchParams.get("code")];
}

/** The error that a redirect tells the visitor, or null. */
export function errorOf({ location }: Answer): string | null {
  return location?.searchParams.get("error") ?? null;
}
