// Requests of the browser to the auth route.

let basePath = "/api/auth";

/** Sets the path of the auth route, if it is not `/api/auth`. Call it before the other functions. */
export function configureClient(options: { basePath: string }): void {
  basePath = options.basePath.replace(/\/+$/, "");
}

/** The URL of an endpoint. @param path below the base path, here and in the functions below */
export function authUrl(path: string): string {
  return `${basePath}/${path}`;
}

/** The result of a sign-in that did not redirect. */
export interface SignInResult {
  ok: boolean;
  /** The URL to which the sign-in leads. */
  url: string;
  /** An error type of Auth.js, if the sign-in failed. */
  error?: string;
  /** The kind of error within its type. */
  code?: string;
}

/** @param error an error type of Auth.js, or a `PasskeyError` */
export function failed(error: string): SignInResult {
  return { ok: false, url: location.href, error };
}

/** How long a request may take, in milliseconds. It is long enough for a server that waits for a mail server. */
export const ANSWER_TIMEOUT_MS = 16_000;

/** Rejects if no answer comes in time. A browser of before 2022, which has no passkeys either, waits longer. */
export function request(path: string, init?: RequestInit): Promise<Response> {
  return fetch(authUrl(path), { ...init, signal: globalThis.AbortSignal?.timeout?.(ANSWER_TIMEOUT_MS) });
}

/** @throws {Error} if the auth route answers with an error */
export async function getJson<T>(path: string): Promise<T> {
  return readJson(path, await request(path));
}

/** Posts the data that a form sends. The result has the URL of the answer's redirect, and its error. */
export async function post(path: string, body: Record<string, unknown>): Promise<PostResult> {
  const response = await postJson(path, body);
  if (response.status === 429) return failed("RateLimited");
  const { url, ok, unknownPasskey } = await readJson<{ url: string; ok?: boolean; unknownPasskey?: boolean }>(
    path,
    response,
  );
  const { searchParams } = new URL(url, location.href);
  const error = ok ? undefined : (searchParams.get("error") ?? (ok === false ? "AccessDenied" : undefined));
  return {
    ok: error === undefined,
    url,
    error,
    code: (error && searchParams.get("code")) || undefined,
    unknownPasskey,
  };
}

export type PostResult = SignInResult & { unknownPasskey?: boolean };

/** Posts JSON with a CSRF token. The response is JSON with the URL, instead of a redirect. */
export async function postJson(path: string, body: Record<string, unknown>): Promise<Response> {
  const headers = { ...FOR_SCRIPTS, "content-type": "application/json" };
  return withToken(await fetchCsrfToken(), (csrfToken) =>
    request(path, { method: "POST", headers, body: JSON.stringify({ ...body, csrfToken }) }),
  );
}

/** Posts a form of the page, with the token in its `csrfToken`. The response is like that of {@link postJson}. */
export async function postForm(path: string, body: URLSearchParams | FormData): Promise<Response> {
  return withToken(`${body.get("csrfToken")}`, (csrfToken) => {
    body.set("csrfToken", csrfToken);
    return request(path, { method: "POST", headers: FOR_SCRIPTS, body });
  });
}

const FOR_SCRIPTS = { "x-auth-return-redirect": "1" };

/**
 * While a browser has no CSRF cookie yet, another answer can set one between the fetch of the token and its use. For
 * example, the router loads a page while the pointer is on its link. In that case, the server has done nothing.
 */
async function withToken(token: string, send: (csrfToken: string) => Promise<Response>): Promise<Response> {
  const response = await send(token);
  return (await isRefusal(response.clone())) ? send(await fetchCsrfToken()) : response;
}

/** Whether a response refuses the token. Most endpoints do so with a URL, and the endpoint of the session with 400. */
async function isRefusal(response: Response): Promise<boolean> {
  if (response.status === 400) return true;
  const { url, ok } = (await response.json().catch(() => null)) ?? {};
  return !ok && new URL(`${url}`, location.href).searchParams.get("error") === "MissingCSRF";
}

/** @throws {Error} if the auth route answered with an error */
export async function readJson<T>(path: string, response: Response): Promise<T> {
  if (!response.ok) throw new Error(`The auth route answered ${response.status} to ${path}.`);
  return response.json();
}

async function fetchCsrfToken(): Promise<string> {
  const response = await request("csrf");
  // With `skipCSRFCheck` there is no token, and the token's endpoint answers 404.
  if (response.status === 404) return "";
  const { csrfToken }: { csrfToken: string } = await response.json();
  return csrfToken;
}

/** The page's URL, without the error of an earlier call: otherwise, the next call seems to have failed too. */
export function currentPage(): string {
  const url = new URL(location.href);
  url.searchParams.delete("error");
  url.searchParams.delete("code");
  return url.href;
}
