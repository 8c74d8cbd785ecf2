// The data that pages show about the request. A middleware loads the slow parts before a page renders, so the page
// renders in one pass and waits for nothing.

import "server-only";
import { emailOrNull } from "solid-auth";
import { localPath } from "../lib/url";
import { isNewUser, loadAccount } from "./auth/account";
import { auth } from "./auth/config";
import { findMethod, isOffered, missingMethods, signInMethods } from "./auth/sign-in-methods";
import { methodsOf } from "./auth/user-methods";
import { env } from "./env";
import { logFailure } from "./errors/failures";
import { requireUser } from "./functions";
import { type CookieName, readCookie, readFlash } from "./http/cookies";
import type { Middleware } from "./http/middleware";
import { readNotice } from "./http/notice";
import { canonical, isProtected } from "./http/protected-paths";
import { currentRequest, requestContext } from "./http/request-context";

export type { PasskeySummary, ProviderSummary, SessionSummary } from "./auth/account";

/** The values that take a while. They are loaded before a page renders. @param url the page's */
async function loadSlow({ pathname }: URL) {
  const { session, authenticatedAt } = (await requestContext().session()) ?? {};
  const user = session?.user ?? null;
  const path = canonical(pathname);
  const [pendingEmail, ownMethods, account, isNew] = await Promise.all([
    auth.getPendingEmail(currentRequest()),
    user && path === "/sign-in" ? methodsOf(user.id) : null,
    user && path === "/account" ? loadAccount(user.id) : null,
    user && path === "/welcome" ? isNewUser(user.id) : null,
  ]);
  return {
    /** The signed-in user. */
    user,
    /** The sign-in of this session: when, with which method, and when the session ends. Times are ISO 8601. */
    lastSignIn:
      session && authenticatedAt
        ? { at: authenticatedAt.toISOString(), method: lastMethodName(), ends: session.expires }
        : null,
    /** The address for which this browser last requested a sign-in link. */
    pendingEmail,
    /** On the sign-in page: the ids of the methods with which the signed-in user can sign in again. */
    ownMethods,
    /** On the account page: the user's sign-in methods and sessions. */
    account,
    /** On the welcome page: whether the account is a few minutes old. */
    isNew,
  };
}

/** The values that are read when a page shows them: reading some of them sets or deletes a cookie. */
const readers = {
  /** The result of the last action. Shown once. */
  notice: () => readNotice(),
  /** The protected page that the guard redirected from. Shown once. */
  returnTo: () => {
    const path = readPageFlash("return-to");
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
  /** The address of a failed sign-in mail, so that the user can correct it. Shown once. */
  typedAddress: () => readPageFlash("typed-address") ?? null,
  /** Whether the link for `pendingEmail` was sent again. Shown once. */
  isSentAgain: () => readPageFlash("sent-again") !== undefined,
  /** The normalised address in a mail's link to this page. */
  linkAddress: ({ searchParams }: URL) => emailOrNull(searchParams.get("email")),
  /** Whether mail can be sent. */
  isMailOn: () => env().email !== undefined,
  /** The URL of the development mailbox. */
  mailbox: () => env().mailbox ?? null,
};

/** Set with a redirect that loads a whole page. Calls of scripts leave it for that page. */
function readPageFlash(name: CookieName): string | undefined {
  return requestContext().pageData && readFlash(name);
}

function lastMethodName(): string | null {
  return findMethod(readCookie("last-method") ?? "")?.name ?? null;
}

function pathCameFrom(): string {
  const referer = currentRequest().headers.get("referer") ?? "";
  const path = referer.startsWith(`${requestContext().origin}/`) ? localPath(referer) : "/";
  return path === "/sign-out" ? "/" : path;
}

type Quick = keyof typeof readers;
export type PageData = Awaited<ReturnType<typeof loadSlow>> & { [Name in Quick]: ReturnType<(typeof readers)[Name]> };

/**
 * All data of a page that the browser renders. Visitors of a protected page are redirected.
 *
 * @param page a path with its query; scripts can pass any other value, too
 */
export async function readPageData(page: string): Promise<PageData> {
  const url = new URL(localPath(page), requestContext().origin);
  if (isProtected(url.pathname)) await requireUser(page);
  const quick = Object.entries(readers).map(([name, read]) => [name, read(url)]);
  return { ...(await loadSlow(url)), ...Object.fromEntries(quick) };
}

/** The source of page data during rendering. */
export interface PageDataSource {
  /** @throws {Error} if the data could not be loaded */
  read: <Name extends keyof PageData>(name: Name) => PageData[Name] | undefined;
  /** The values read so far. They are sent to the browser with the page. */
  shown: Partial<PageData>;
}

declare module "./http/request-context" {
  interface RequestContext {
    /** Undefined if no page is rendered. */
    pageData?: PageDataSource;
  }
}

async function preparePageData(url: URL): Promise<PageDataSource> {
  const slow: Partial<PageData> = await loadSlow(url);
  const shown: Partial<PageData> = {};
  return {
    shown,
    read(name) {
      if (!(name in shown))
        shown[name] = (name in slow ? slow[name] : readers[name as Quick](url)) as PageData[typeof name];
      return shown[name];
    },
  };
}

/** The page shows the error where it reads the data. */
function failed(thrown: unknown): PageDataSource {
  return {
    shown: {},
    read() {
      throw logFailure("page data", thrown);
    },
  };
}

/** Paths that are not pages. */
const OTHERS = ["/api/", "/_server"];

/** Loads the page data before a page renders. */
export const pageData: Middleware = async ({ req }, next) => {
  const context = requestContext();
  const isPage = ["GET", "HEAD"].includes(req.method) && !OTHERS.some((path) => context.url.pathname.startsWith(path));
  if (isPage) context.pageData = await preparePageData(context.url).catch(failed);
  return next();
};
