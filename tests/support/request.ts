// A request to the application, for server tests of code that reads the request.

import { getRequestEvent, type RequestEvent } from "solid-js/web";
import { provideRequestEvent } from "solid-js/web/storage";
import { vi } from "vitest";
import type { Database } from "./adapter";

export const ORIGIN = "http://localhost:3000";

/** The application's modules load their settings once, so each test that has settings of its own loads them again. */
export function useApplication({ url }: Pick<Database, "url">, variables: Record<string, string> = {}): void {
  vi.resetModules();
  Reflect.deleteProperty(globalThis, "solidAuthDatabases");
  const all = {
    AUTH_SECRET: "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e",
    AUTH_URL: ORIGIN,
    LOG_LEVEL: "error",
    DATABASE_URL: url,
  };
  for (const [name, value] of Object.entries({ ...all, ...variables })) vi.stubEnv(name, value);
}

/** Runs code within a request, whose context the application's middleware makes. */
export async function inRequest<T>(
  request: Request,
  run: () => T | Promise<T>,
  clientAddress = "192.0.2.1",
): Promise<T> {
  const { computeContext } = await import("~/server/middleware/compute-context");
  const event = { request, clientAddress, response: { headers: new Headers() }, locals: {} } as unknown as RequestEvent;
  return provideRequestEvent(event, async () => computeContext({ req: request } as never, run as never) as Promise<T>);
}

/**
 * Presses a button of a form, which the page's router sends.
 *
 * @param cookie the `Cookie` header
 * @returns what the action answers, and the code of the notice that it leaves
 */
export async function press<Form>(
  cookie: string,
  action: (form: Form) => unknown,
  fields: Record<string, string> = {},
): Promise<{ answer: unknown; notice: string | undefined }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const headers = { cookie, "x-server-instance": "server-fn:0" };
  return inRequest(new Request(`${ORIGIN}/_server`, { method: "POST", headers }), async () => {
    const answer = await action(form as Form);
    return { answer, notice: noticeLeft() };
  });
}

/** @returns the code of the notice that the present request leaves for the next page */
export function noticeLeft(): string | undefined {
  const lines = getRequestEvent()?.response.headers.getSetCookie() ?? [];
  const value = lines.findLast((line) => line.startsWith("notice="))?.match(/=([^;]*)/)?.[1];
  return value && JSON.parse(decodeURIComponent(value)).code;
}
