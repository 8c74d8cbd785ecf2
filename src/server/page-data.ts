// The data that pages show about the request. A middleware loads the slow parts before a page renders, so the page
// renders in one pass and waits for nothing.

import "server-only";
import { emailOrNull } from "solid-authjs";
import appConfig from "../../app.config";
import { localPath } from "../lib/url";
import { isNewUser, loadAccount } from "./auth/account";
import { auth } from "./auth/config";
import { findMethod, isOffered, missingMethods, providerMethods, signInMethods } from "./auth/sign-in-methods";
import { freshMethodsOf } from "./auth/user-methods";
import { env } from "./env";
import { requireUser } from "./functions";
import { readResult } from "./http/action-result";
import { type CookieName, readCookie, readFlash } from "./http/cookies";
import type { Middleware } from "./http/middleware";
import { readNotice } from "./http/notice";
import { canonicalPath } from "./http/path-spellings";
import { readPressed } from "./http/pressed";
import { isProtected } from "./http/protected-paths";
import { currentRequest, requestContext } from "./http/request-context";
import { logFailure } from "./log/failures";

/** How each value is read. Reading some of them sets or deletes a cookie. @param url the page's */
async function readersOf({ pathname, searchParams }: URL) {
  const request = currentRequest();
  const { session, authenticatedAt, provenAt } = (await requestContext().session()) ?? {};
  const user = session?.user ?? null;
  const path = canonicalPath(pathname);
  const [pendingLink, freshMethods, account, isNew] = await Promise.all([
    auth.getPendingLink(request),
    user && path === "/sign-in" ? freshMethodsOf(user.id) : null,
    user && path === "/account" ? loadAccount(user) : null,
    user && path === "/welcome" ? isNewUser(user.id) : null,
  ]);
  const lastMethod = readCookie("last-method") ?? null;
  return {
    /** The signed-in user. */
    user: () => user,
    /** The result of the last action. Shown once. */
    notice: () => readNotice(),
    /** On a page that needs a fresh sign-in: what the user pressed before it. Shown once. */
    pressed: () => (user?.id && isFresh(provenAt) && isPage() ? readPressed(user.id) : null),
    /** The protected page that the guard redirected from. Shown once. */
    returnTo: () => {
      const path = readPageFlash("return-to");
      return path?.startsWith("/") ? path : null;
    },
    /** The CSRF token that forms send to the auth route. */
    csrfToken: () => auth.getCsrfToken(request),
    /** The path of the page whose link led to this one; "/" if another site's did. */
    cameFrom: () => pathCameFrom(request),
    /** The configured sign-in methods, in the order of the sign-in page. */
    signInMethods: () => signInMethods.filter(isOffered).map(({ id, name, icon }) => ({ id, name, icon })),
    /** In development: the sign-in methods that are off, with the variables that turn them on. */
    missingMethods: () =>
      import.meta.env.DEV ? missingMethods.map(({ name, variables }) => ({ name, variables })) : [],
    /** The method of this browser's last sign-in. */
    lastMethod: () => lastMethod,
    /** On the page for signing out: the provider of the last sign-in, where the user stays signed in. */
    staysAt: () => providerMethods.find(({ id, endsSession }) => id === lastMethod && !endsSession)?.name ?? null,
    /** The sign-in of this session: when, with which method, and when the session ends. Times are ISO 8601. */
    lastSignIn: () => {
      if (!session || !authenticatedAt) return null;
      const method = findMethod(lastMethod ?? "")?.name ?? null;
      return { at: authenticatedAt.toISOString(), method, ends: session.expires };
    },
    /** The address of a failed sign-in mail, so that the user can correct it. Shown once. */
    typedEmail: () => readPageFlash("typed-email") ?? null,
    /** The address for which this browser last requested a sign-in link. */
    pendingEmail: () => pendingLink?.email ?? null,
    /** Whether that link's mail has a code, too. */
    hasCode: () => (pendingLink?.storedTokens.length ?? 0) > 0,
    /** Whether that link was sent again. Shown once. */
    isSentAgain: () => readPageFlash("sent-again") !== undefined,
    /** The normalised address in a mail's link to this page. */
    linkEmail: () => emailOrNull(searchParams.get("email")),
    /**
     * On the sign-in page: the methods with which the signed-in user can sign in freshly, and those that don't count.
     */
    freshMethods: () => freshMethods,
    /** On the account page: the user's sign-in methods, sessions and activity. */
    account: () => account,
    /** On the welcome page: whether the account is a few minutes old. */
    isNew: () => isNew,
    /** Whether mail can be sent. */
    isMailOn: () => env().email !== undefined,
    /** The URL of the development mailbox. */
    mailbox: () => env().mailbox ?? null,
  };
}

/** Reads a flash cookie only while a whole page loads. Other calls leave it for that page. */
function readPageFlash(name: CookieName): string | undefined {
  return isPage() ? readFlash(name) : undefined;
}

function isPage(): boolean {
  return requestContext().pageData !== undefined;
}

function isFresh(provenAt: Date | undefined): boolean {
  return Date.now() - (provenAt?.valueOf() ?? 0) < appConfig.session.freshAge * 1000;
}

function pathCameFrom({ headers }: Request): string {
  const referer = headers.get("referer") ?? "";
  const path = referer.startsWith(`${requestContext().origin}/`) ? localPath(referer) : "/";
  return path === "/sign-out" ? "/" : path;
}

type Readers = Awaited<ReturnType<typeof readersOf>>;
export type PageData = { [Name in keyof Readers]: ReturnType<Readers[Name]> };

/**
 * All data of a page that the browser renders.
 *
 * @param page a path with its query; scripts can pass any other value, too
 * @param needsUser as each protected page does
 * @throws {Response} a redirect for visitors of a page that needs a user
 */
export async function readPageData(page: string, needsUser?: boolean): Promise<PageData> {
  const url = new URL(localPath(page), requestContext().origin);
  if (needsUser || isProtected(url.pathname)) await requireUser(page);
  const readers = Object.entries(await readersOf(url));
  return Object.fromEntries(readers.map(([name, read]) => [name, read()])) as PageData;
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

/** Loads the slow parts before a page renders. */
async function preparePageData(url: URL): Promise<PageDataSource> {
  const readers = await readersOf(url);
  const shown: Partial<PageData> = {};
  return {
    shown,
    read(name) {
      if (!(name in shown)) shown[name] = readers[name]() as PageData[typeof name];
      return shown[name];
    },
  };
}

/** The page shows the error where it reads the data. */
function failedSource(thrown: unknown): PageDataSource {
  const read = () => {
    throw logFailure("page data", thrown);
  };
  return { shown: {}, read };
}

/** Paths that are not pages. */
const OTHERS = ["/api/", "/_server"];

/** Loads the page data before a page renders. */
export const loadPageData: Middleware = async ({ req }, next) => {
  const context = requestContext();
  const isPage = ["GET", "HEAD"].includes(req.method) && !OTHERS.some((path) => context.url.pathname.startsWith(path));
  if (isPage) {
    context.actionResult = readResult();
    context.pageData = await preparePageData(context.url).catch(failedSource);
  }
  return next();
};
