// The user's name and address.

import { action } from "@solidjs/router";
import { emailOrNull, mailRefusalOf, plainText } from "solid-authjs";
import { EMAIL_TOKEN_LENGTH } from "solid-authjs/prisma";
import { MAX_NAME_LENGTH } from "~/lib/limits";
import { SIGN_IN_AGAIN } from "~/lib/paths";
import { localPath } from "~/lib/url";
import { refusals } from "~/messages/refusals";
import { confirmNewEmail, sendEmailChange, undoNewEmail } from "~/server/auth/email-change";
import { refreshSession } from "~/server/auth/refresh-session";
import { database } from "~/server/database/client";
import { env } from "~/server/env";
import { refused } from "~/server/forms";
import { anyone, freshUser, runAction, user } from "~/server/functions";
import { consumeLimit } from "~/server/http/rate-limit";
import { redirectTo, redirectWithNotice } from "~/server/http/redirects";
import { requestContext } from "~/server/http/request-context";
import { log } from "~/server/log";

const PAGE = "/account";

/** Takes `name`; an empty text removes the name. It also takes `next`: the path to redirect to. */
export const saveName = action(async (form: FormData) => {
  "use server";
  return runAction(form, user(PAGE), async ({ id }) => {
    const name = plainText(form.get("name"));
    const next = form.get("next");
    if (name.length > MAX_NAME_LENGTH) return refused({ name: refusals.nameTooLong }, form);
    // `update` fails for a deleted user, whose JWT still exists. The refresh ends that session.
    await database.user.updateMany({ where: { id }, data: { name: name || null } });
    await refreshSession();
    return typeof next === "string"
      ? redirectTo(localPath(next))
      : redirectWithNotice(PAGE, name ? "nameSaved" : "nameRemoved");
  });
}, "save-name");

const UNSENT = {
  no_mailbox: refusals.emailNoMailbox,
  deferred: refusals.emailDeferred,
  unsent: refusals.emailUnsent,
};

/** Takes `email` and sends a link to that address. The address changes only when the link is confirmed. */
export const changeEmail = action(async (form: FormData) => {
  "use server";
  return runAction(form, freshUser(`${PAGE}#profile`), async (owner) => {
    // Every address gets the same answer: a different answer reveals who has an account.
    if (!env().email) return redirectWithNotice(PAGE, "emailWithoutMail");
    const email = emailOrNull(plainText(form.get("email")));
    if (!email) return refused({ email: refusals.emailInvalid }, form);
    if (email === owner.email && owner.emailVerified) return redirectWithNotice(PAGE, "emailSame");
    if (
      (await consumeLimit("links")) ||
      (await consumeLimit("changesOfUser", owner.id)) ||
      (await consumeLimit("changesToEmail", email))
    )
      return refused({ email: refusals.emailLimited }, form, { status: 429 });
    try {
      await sendEmailChange(owner.id, email, requestContext().origin);
    } catch (error) {
      log.error("the link to a new address could not be mailed", error);
      return refused({ email: UNSENT[mailRefusalOf(error) ?? "unsent"] }, form);
    }
    return redirectWithNotice(PAGE, "emailAsked");
  });
}, "change-email");

/**
 * Takes `email` and `token` from the link. Checks for a fresh sign-in again, because the link was requested some time
 * ago.
 */
export const confirmEmail = action(async (form: FormData) => {
  "use server";
  return runAction(
    form,
    freshUser(() => confirmPath(form)),
    async ({ id, email: old, emailVerified }) => {
      const { email, token } = linkFields(form);
      if (!email) return redirectWithNotice(PAGE, "emailLinkSpent");
      const outcome = await confirmNewEmail(
        { id, email: old ?? "", emailVerified },
        email,
        token,
        requestContext().origin,
      );
      if (outcome === "changed" || outcome === "confirmed") await refreshSession();
      const codes = {
        changed: "emailChanged",
        own: "emailSame",
        confirmed: "emailConfirmed",
        taken: "emailTaken",
        spent: "emailLinkSpent",
      } as const;
      return redirectWithNotice(PAGE, codes[outcome]);
    },
  );
}, "confirm-email");

/**
 * Takes `token` from the mail to the old address. The token identifies the user, so the owner need not be signed in:
 * even the attacker who changed the address may be signed in, in the same browser.
 */
export const undoEmail = action(async (form: FormData) => {
  "use server";
  return runAction(form, anyone, async () => {
    const outcome = await undoNewEmail(String(form.get("token")), requestContext().origin);
    const codes = { undone: "emailRestored", taken: "emailUndoTaken", spent: "emailUndoSpent" } as const;
    return redirectWithNotice(SIGN_IN_AGAIN, codes[outcome]);
  });
}, "undo-email");

function linkFields(form: FormData) {
  return {
    email: emailOrNull(form.get("email")) ?? "",
    token: String(form.get("token")).slice(0, EMAIL_TOKEN_LENGTH),
  };
}

function confirmPath(form: FormData): string {
  return `/account/email?${new URLSearchParams(linkFields(form))}`;
}
