// A request to the application, for server tests of code that reads the request.

import { encode } from "@auth/core/jwt";
import { getRequestEvent, type RequestEvent } from "solid-js/web";
import { provideRequestEvent } from "solid-js/web/storage";
import { onTestFinished, vi } from "vitest";
import appConfig from "../../app.config";
import { type Mailbox, openMailbox } from "../../scripts/dev/mailbox";
import { type Database, openDatabase } from "./adapter";

export const ORIGIN = "http://localhost:3000";

/** The application on a new database and a new mail server, until the test ends. */
export async function openApplication(
  variables: Record<string, string> = {},
): Promise<{ database: Database; mailbox: Mailbox }> {
  const [database, mailbox] = [await openDatabase(), await openMailbox()];
  useApplication(database, { EMAIL_SERVER: mailbox.url, EMAIL_FROM: "from@example.com", ...variables });
  // They are tested also if the owner has turned them off.
  (await import("../../app.config")).default.newBrowserMails = true;
  onTestFinished(async () => {
    vi.useRealTimers();
    await mailbox.close();
  });
  return { database, mailbox };
}

/**
 * The application's modules load their settings once, so each test that has settings of its own loads them again. The
 * variables of the test before are gone.
 */
export function useApplication({ url }: Pick<Database, "url">, variables: Record<string, string> = {}): void {
  vi.resetModules();
  vi.unstubAllEnvs();
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

interface SessionOptions {
  token?: string;
  /** When the user signed in. */
  minutesAgo?: number;
  /** Whether the sign-in showed that the user was there. */
  inPerson?: boolean;
}

/** Signs a user in, without a sign-in. @returns the `Cookie` header of the session */
export async function sessionOf(
  { adapter, prisma }: Database,
  { id, email, emailVerified }: { id: string; email: string; emailVerified?: Date | null },
  { token = "own", minutesAgo = 0, inPerson = true }: SessionOptions = {},
): Promise<string> {
  const cookie = "authjs.session-token";
  const authenticatedAt = new Date(Date.now() - minutesAgo * 60_000);
  if (appConfig.session.strategy === "jwt") {
    const seconds = Math.floor(authenticatedAt.valueOf() / 1000);
    const isProven = Boolean(emailVerified);
    const ofSignIn = { auth_time: seconds, in_person: inPerson, address_proven: isProven };
    const claims = { sub: id, email, emailVerified: isProven, ...ofSignIn };
    return `${cookie}=${await encode({ token: claims, secret: process.env.AUTH_SECRET ?? "", salt: cookie })}`;
  }
  const expires = new Date(Date.now() + appConfig.session.maxAge * 1000);
  const sessionToken = `${token}-${id}`;
  await adapter.createSession?.({ sessionToken, userId: id, expires }, { inPerson });
  await prisma.session.updateMany({ where: { userId: id }, data: { authenticatedAt } });
  return `${cookie}=${sessionToken}`;
}

/** @returns the token in the newest mail to an address, or nothing */
export function tokenTo({ mails }: Mailbox, address: string): string {
  const mail = mails.findLast(({ to }) => to?.[0]?.address === address);
  return mail?.text?.match(/https?:\S+[?&]token=([^&\s]+)/)?.[1] ?? "";
}

/** @returns the code of the notice that the present request leaves for the next page */
export function noticeLeft(): string | undefined {
  const lines = getRequestEvent()?.response.headers.getSetCookie() ?? [];
  const value = lines.findLast((line) => line.startsWith("notice="))?.match(/=([^;]*)/)?.[1];
  return value && JSON.parse(decodeURIComponent(value)).code;
}
