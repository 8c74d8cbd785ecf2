// The one bridge between pages and the session. Queries run on the server, during rendering or called by the browser;
// everything that needs a user asks `requireUser`.

import { query, redirect } from "@solidjs/router";
import { parseCookie, serialize } from "cookie";
import { getRequestEvent } from "solid-js/web";
import { authConfig } from "~/server/auth";
import { keptInBrowser, takeFromBrowser } from "~/server/browser-cookies";
import { env } from "~/server/env";
import { askedForCookie, bounce } from "~/server/guard";
import { answer } from "~/server/query";
import { goTo, takeNotice } from "~/server/redirects";
import { signInMethods } from "~/server/sign-in-methods";
import { emailOrNull, getCsrfToken, getMailRequest, getOrigin, getSession, getSessionDetails } from "~/solid-auth";
import { localPath } from "~/url";
import appConfig from "../app.config";

function requestEvent() {
  const event = getRequestEvent();
  if (!event) throw new Error("There is no request here.");
  return event;
}

/** The session, or null. For pages that look different when signed in. */
export const currentSession = query(async () => {
  "use server";
  return answer(() => getSession(requestEvent().request, authConfig), "session");
}, "session");

/**
 * The signed-in user. The first line of every query and action that is not public.
 *
 * @param path the page this is for, with its query: where the visitor comes back to after sign-in
 * @throws {Response} a redirect for the visitor who is not signed in
 */
export async function requireUser(path: string) {
  "use server";
  const { request } = requestEvent();
  const session = await getSession(request, authConfig);
  if (session?.user) return session.user;
  const page = localPath(path);
  const isServerFunction = new URL(request.url).pathname.startsWith("/_server");
  const calledFrom = request.headers.get("referer");
  // Called from another page: the browser loads this one, and the guard sends the visitor on. A mere preload, when the
  // pointer comes near a link, follows no redirect, and must not set the cookies that say where the next sign-in goes.
  if (isServerFunction && (!calledFrom || localPath(calledFrom) !== page))
    throw redirect(getOrigin(request, authConfig) + page);
  throw bounce(request, page);
}

/**
 * The signed-in user, who has signed in a short while ago (`freshAge` in app.config.ts). The first line of every action that
 * changes who can get into the account, or ends it.
 *
 * @param path where the visitor comes back to after signing in once more
 * @throws {Response} a redirect to the sign-in page for everybody else
 */
export async function requireFreshUser(path: string) {
  "use server";
  const user = await requireUser(path);
  const details = await getSessionDetails(requestEvent().request, authConfig);
  const age = Date.now() - (details?.authenticatedAt?.valueOf() ?? 0);
  if (age < appConfig.session.freshAge * 1000) return user;
  throw goTo(
    `${appConfig.pages.signIn}?${new URLSearchParams({ error: "FreshSignInRequired", callbackUrl: localPath(path) })}`,
  );
}

/** The signed-in user, for a page that shows nothing without one. See {@link requireUser}. */
export const currentUser = query(async (path: string) => {
  "use server";
  return answer(() => requireUser(path), "user");
}, "user");

/**
 * Who is on the sign-in page. Whoever is signed in already goes where they were going.
 *
 * @param stays not so where the page has something to say, or a fresh sign-in was asked for
 */
export const visitorOfSignIn = query(async (stays: boolean, callbackUrl?: string) => {
  "use server";
  return answer(async () => {
    const { request } = requestEvent();
    const session = await getSession(request, authConfig);
    if (session?.user && !stays) throw redirect(getOrigin(request, authConfig) + localPath(callbackUrl));
    return session?.user ?? null;
  }, "visitor-of-sign-in");
}, "visitor-of-sign-in");

/** What a form that posts to the auth route needs. */
export const authForm = query(async () => {
  "use server";
  return answer(async () => ({ csrfToken: await getCsrfToken(requestEvent().request, authConfig) }), "auth-form");
}, "auth-form");

/** The sign-in methods that are on, in the order of the page, and where development keeps its mail. */
export const signInOptions = query(async () => {
  "use server";
  return answer(async () => {
    const methods = signInMethods.map(({ id, name, icon }) => ({ id, name, icon }));
    return { methods, mailbox: env().mailbox };
  }, "sign-in-options");
}, "sign-in-options");

/** The address this browser last asked a link for. */
export const mailRequest = query(async () => {
  "use server";
  return answer(() => getMailRequest(requestEvent().request, authConfig), "mail-request");
}, "mail-request");

/** The address in the query of a mailed link, in its one spelling; null for any other text, which an attacker may have written. */
export const addressInLink = query(async (text: string | undefined) => {
  "use server";
  return answer(async () => emailOrNull(text), "address-in-link");
}, "address-in-link");

/**
 * What this browser is spared: looking for the way it signed in last, and typing an address again.
 *
 * @param hasFailed whether something went wrong just now; the address is told once
 */
export const rememberedSignIn = query(async (hasFailed: boolean) => {
  "use server";
  return answer(async () => {
    const address = hasFailed ? takeFromBrowser("typed-address") : undefined;
    return { method: keptInBrowser("last-method"), address };
  }, "remembered-sign-in");
}, "remembered-sign-in");

/** Whether the mail that this browser asked for was not the first, told once. */
export const mailSentAgain = query(async () => {
  "use server";
  return answer(async () => takeFromBrowser("sent-again") !== undefined, "mail-sent-again");
}, "mail-sent-again");

/** The page that asked for sign-in, told once. */
export const askedFor = query(async () => {
  "use server";
  return answer(async () => {
    const { request, response } = requestEvent();
    const secure = getOrigin(request, authConfig).startsWith("https:");
    const name = askedForCookie(secure);
    const path = parseCookie(request.headers.get("cookie") ?? "")[name];
    if (!path?.startsWith("/")) return null;
    response.headers.append("set-cookie", serialize(name, "", { path: "/", maxAge: 0, secure }));
    return path;
  }, "asked-for");
}, "asked-for");

/** What the last action has to say, told once. */
export const currentNotice = query(async () => {
  "use server";
  return answer(async () => takeNotice(), "notice");
}, "notice");
