// The data of the pages for signing in and out.

import { query } from "@solidjs/router";
import { emailOrNull } from "solid-authjs";
import { auth } from "~/server/auth/config";
import { providerMethods } from "~/server/auth/sign-in-methods";
import { loadSignInPage } from "~/server/auth/sign-in-page";
import { env } from "~/server/env";
import { anyone, runQuery } from "~/server/functions";
import { readCookie, readPageFlash } from "~/server/http/cookies";
import { mailsOfDay } from "~/server/http/rate-limit";
import { pathCameFrom } from "~/server/http/referer";
import { requestContext } from "~/server/http/request-context";

export type { SignInPage } from "~/server/auth/sign-in-page";

export const signInPage = query(async () => {
  "use server";
  return runQuery(anyone, () => loadSignInPage());
}, "sign-in-page");

/** @param email of a mail's link: any text, or none */
export const confirmPage = query(async (email: string | undefined) => {
  "use server";
  return runQuery(anyone, async () => {
    const address = emailOrNull(email);
    const pending = await auth.getPendingLink(requestContext().request());
    const user = (await requestContext().session())?.session.user;
    return {
      csrfToken: auth.getCsrfToken(requestContext().request()),
      /** The address in its normal form; null for any other text, which the page must not show. */
      email: address,
      /** Whether this browser requested the link. */
      isAskedHere: address !== null && pending?.email === address,
      /** The address of another user, who is signed in here. The button signs them out. */
      replaces: user && user.email !== address ? (user.email ?? null) : null,
    };
  });
}, "confirm-page");

/** The page after a request for a sign-in mail. */
export const inbox = query(async () => {
  "use server";
  return runQuery(anyone, async () => {
    const pending = await auth.getPendingLink(requestContext().request());
    const mails = pending && (await mailsOfDay());
    return {
      csrfToken: auth.getCsrfToken(requestContext().request()),
      /** Whether only addresses with an account get mails. The value is the same for each address. */
      isForUsersOnly: mails ? mails.asked > mails.most : false,
      /** The address for which this browser last requested a link. */
      email: pending?.email ?? null,
      /** Whether that link's mail has a code, too. */
      hasCode: (pending?.storedTokens.length ?? 0) > 0,
      /** Whether the mail was sent again. Shown once. */
      isSentAgain: readPageFlash("sent-again") !== undefined,
      /** The URL of the development mailbox. */
      mailbox: env().mailbox ?? null,
    };
  });
}, "inbox");

export const signOutPage = query(async () => {
  "use server";
  return runQuery(anyone, () => {
    const method = readCookie("last-method");
    return {
      /** The path of the page whose link led here; "/" if it is on another site. */
      cameFrom: pathCameFrom(requestContext().request()),
      /** The provider of the last sign-in, at which the user stays signed in. */
      staysAt: providerMethods.find(({ id, endsSession }) => id === method && !endsSession)?.name ?? null,
    };
  });
}, "sign-out-page");
