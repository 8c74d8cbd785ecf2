// A browser without a window, for tests that send more than a real one could: it keeps cookies, posts forms with their CSRF token,
// and comes from an address of its own, as a proxy in front of the application would name it (TRUST_PROXY).

import { parseSetCookie } from "cookie";

/** A good visitor has given up by then. */
const TIMEOUT_MS = 10_000;

export interface Answer {
  /** Method and path of what was asked. */
  to: string;
  status: number;
  headers: Headers;
  body: string;
  /** Where it redirects, or undefined. */
  location: URL | undefined;
  /** From the request to the last byte of the answer. */
  ms: number;
}

export interface Visit {
  method?: string;
  body?: string | Buffer<ArrayBuffer> | URLSearchParams;
  /** A `cookie` here goes in place of the client's own. */
  headers?: Record<string, string>;
}

export class Client {
  readonly cookies = new Map<string, string>();
  readonly origin: string;
  readonly address: string;
  readonly #observe: (answer: Answer) => void;

  /**
   * @param address the IP address it comes from
   * @param observe is shown every answer
   */
  constructor(origin: string, address: string, observe: (answer: Answer) => void = () => {}) {
    this.origin = origin;
    this.address = address;
    this.#observe = observe;
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
        "x-forwarded-for": this.address,
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
    const answer: Answer = {
      to: `${method} ${url.pathname}`,
      status: response.status,
      headers: response.headers,
      body: text,
      location: location ? new URL(location, url) : undefined,
      ms,
    };
    this.#observe(answer);
    return answer;
  }

  get(path: string, headers?: Record<string, string>): Promise<Answer> {
    return this.visit(path, { headers });
  }

  /** Posts a form. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer> {
    return this.visit(path, { method: "POST", body: new URLSearchParams(fields), headers });
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
    // Kept as sent, so that it goes back as a browser would send it.
    const raw = line.slice(line.indexOf("=") + 1).split(";")[0] ?? "";
    if (isGone) this.cookies.delete(name);
    else this.cookies.set(name, raw);
  }
}

/** Spends a mail's link, as the page it leads to does. */
export async function signInByLink(client: Client, link: string): Promise<Answer> {
  const fields = Object.fromEntries(new URL(link).searchParams);
  return client.post("/api/auth/callback/email", { csrfToken: await client.csrfToken(), ...fields });
}
