// The data that pages show about the request. A middleware loads the slow parts before a page renders, so the page
// renders in one pass and waits for nothing.

import "server-only";
import type { Middleware } from "start-kit/middleware";
import { localPath } from "../lib/url";
import { auth } from "./auth/config";
import { findMethod, isOffered, missingMethods, signInMethods } from "./auth/sign-in-methods";
import { env } from "./env";
import { readCookie, readFlash } from "./http/cookies";
import { readNotice } from "./http/notice";
import { currentRequest, requestContext } from "./http/request-context";

const readers = {
  /** The signed-in user. */
  user: async () => (await requestContext().session())?.session.user ?? null,
  /** The result of the last action. Shown once. */
  notice: () => readNotice(),
  /** The protected page that the guard redirected from. Shown once. */
  returnTo: () => {
    const path = readFlash("return-to");
    return path?.startsWith("/") ? path : null;
  },
  /** The CSRF token that forms send to the auth route. */
  csrfToken: () => auth.getCsrfToken(currentRequest()),
  /** The path of the page whose link led to this one; "/" if another site's did. */
  cameFrom: () => pathCameFrom(),
  /** The configured sign-in methods, in the order of the sign-in page. */
  signInMethods: () => signInMethods.filter(isOffered).map(({ id, name, icon }) => ({ id, name, icon })),
  /** In development: the sign-in methods that are off, with the variables that turn them on. */
  missingMethods: () => (import.meta.env.DEV ? missingMethods.map(({ name, variables }) => ({ name, variables })) : []),
  /** The method of this browser's last sign-in. */
  lastMethod: () => readCookie("last-method") ?? null,
  /** The sign-in of this session: when, with which method, and when the session ends. Times are ISO 8601. */
  lastSignIn: async () => {
    const { session, authenticatedAt } = (await requestContext().session()) ?? {};
    if (!session || !authenticatedAt) return null;
    const method = findMethod(readCookie("last-method") ?? "")?.name ?? null;
    return { at: authenticatedAt.toISOString(), method, ends: session.expires };
  },
  /** The address of a failed sign-in mail, so that the user can correct it. Shown once. */
  typedAddress: () => readFlash("typed-address") ?? null,
  /** The address for which this browser last requested a sign-in link. */
  pendingEmail: async () => auth.getPendingEmail(currentRequest()),
  /** Whether that link was sent again. Shown once. */
  isSentAgain: () => readFlash("sent-again") !== undefined,
  /** Whether mail can be sent. */
  isMailOn: () => env().email !== undefined,
  /** The URL of the development mailbox. */
  mailbox: () => env().mailbox ?? null,
};

function pathCameFrom(): string {
  const referer = currentRequest().headers.get("referer") ?? "";
  const path = referer.startsWith(`${requestContext().origin}/`) ? localPath(referer) : "/";
  return path === "/sign-out" ? "/" : path;
}

export type PageData = { [Name in keyof typeof readers]: Awaited<ReturnType<(typeof readers)[Name]>> };

export function isPageData(name: unknown): name is keyof PageData {
  return typeof name === "string" && Object.hasOwn(readers, name);
}

/** Reads one value, for a page that the browser renders. */
export async function readPageData<Name extends keyof PageData>(name: Name): Promise<PageData[Name]> {
  return (await readers[name]()) as PageData[Name];
}

/** The source of page data during rendering. */
export interface PageDataSource {
  /** @returns undefined if the value has to be awaited */
  read: <Name extends keyof PageData>(name: Name) => PageData[Name] | undefined;
  /** The values read so far. They are sent to the browser with the page. */
  shown: Partial<PageData>;
}

declare module "./http/request-context" {
  interface RequestContext {
    /** Undefined if no page is rendered, or if the data cannot be read. */
    pageData?: PageDataSource;
  }
}

/** Loads the slow parts before a page renders. */
async function preparePageData(): Promise<PageDataSource> {
  const [user, lastSignIn, pendingEmail] = await Promise.all([
    readers.user(),
    readers.lastSignIn(),
    readers.pendingEmail(),
  ]);
  const shown: Partial<PageData> = {};
  const prepared: Partial<PageData> = { user, lastSignIn, pendingEmail };
  return {
    shown,
    read(name) {
      if (!(name in shown))
        shown[name] = name in prepared ? prepared[name] : (readers[name]() as PageData[typeof name]);
      return shown[name];
    },
  };
}

/** Paths that are not pages. */
const OTHERS = ["/api/", "/_server"];

/** Loads the page data before a page renders. */
export const pageData: Middleware = async ({ req }, next) => {
  const context = requestContext();
  const isPage = ["GET", "HEAD"].includes(req.method) && !OTHERS.some((path) => context.url.pathname.startsWith(path));
  // If the data cannot be read, the page requests it itself and shows the error.
  if (isPage) context.pageData = await preparePageData().catch(() => undefined);
  return next();
};
