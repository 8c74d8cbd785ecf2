// Requests of the browser to the auth route.

import type { Session } from "@auth/core/types";
import { announceSession, refreshSession } from "./live-session";

let basePath = "/api/auth";

/** Sets where the auth route is mounted, if not at `/api/auth`. Call it before the other functions. */
export function configureClient(options: { basePath: string }): void {
  basePath = options.basePath.replace(/\/+$/, "");
}

/** The result of a sign-in that did not redirect. */
export interface SignInResult {
  ok: boolean;
  /** The URL that the visitor would have been sent to. */
  url: string;
  /** An error type of Auth.js, if the sign-in failed. */
  error?: string;
  /** Narrows the error down. */
  code?: string;
}

/** @param error an error type of Auth.js, or a `PasskeyError` */
export function failed(error: string): SignInResult {
  return { ok: false, url: location.href, error };
}

/** GET. @param path below the base path, here and in the functions below */
export async function ask(path: string): Promise<Response> {
  return fetch(`${basePath}/${path}`);
}

/** @throws {Error} if the auth route answers with an error */
export async function getJson<T>(path: string): Promise<T> {
  const response = await ask(path);
  if (!response.ok) throw new Error(`The auth route answered ${response.status} to ${path}.`);
  return response.json();
}

/** Posts what a form would. The result has the URL that the answer redirects to, and its error. */
export async function post(
  path: string,
  body: Record<string, unknown>,
): Promise<SignInResult & { unknownPasskey?: boolean }> {
  const response = await postJson(path, body, { "x-auth-return-redirect": "1" });
  if (response.status === 429) return failed("RateLimited");
  if (!response.ok) throw new Error(`The auth route answered ${response.status} to ${path}.`);
  const { url, unknownPasskey }: { url: string; unknownPasskey?: boolean } = await response.json();
  const { searchParams } = new URL(url, location.href);
  const error = searchParams.get("error") ?? undefined;
  return { ok: error === undefined, url, error, code: searchParams.get("code") ?? undefined, unknownPasskey };
}

/** Posts JSON with its CSRF token. */
export async function postJson(path: string, body: Record<string, unknown>, headers: Record<string, string> = {}) {
  return fetch(`${basePath}/${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ ...body, csrfToken: await getCsrfToken() }),
  });
}

/** Tells this tab and the others who is signed in now. */
export async function broadcastSession(): Promise<void> {
  const session = await getJson<Session | null>("session");
  announceSession(session?.user?.id ?? null);
  await refreshSession();
}

async function getCsrfToken(): Promise<string> {
  const response = await ask("csrf");
  // With `skipCSRFCheck` there is none.
  if (response.status === 404) return "";
  const { csrfToken }: { csrfToken: string } = await response.json();
  return csrfToken;
}

/** The page's URL, without the error of an earlier call: with it, the next call would seem to have failed too. */
export function currentPage(): string {
  const url = new URL(location.href);
  url.searchParams.delete("error");
  url.searchParams.delete("code");
  return url.href;
}

/** The sign-in page of the auth route. */
export function openSignInPage(callbackUrl: string): void {
  location.assign(`${basePath}/signin?${new URLSearchParams({ callbackUrl })}`);
}
