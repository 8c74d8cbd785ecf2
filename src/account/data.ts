// The user's data: deletion. The download is src/routes/account/data.ts.

import { action } from "@solidjs/router";
import { emailOrNull, plainText } from "solid-authjs";
import { mailText, securityMailTitles } from "~/messages/mail";
import { refusals } from "~/messages/refusals";
import { deleteUser } from "~/server/auth/account-events";
import { auth } from "~/server/auth/config";
import { refused } from "~/server/forms";
import { freshUser, runAction } from "~/server/functions";
import { redirectTo, redirectWithNotice } from "~/server/http/redirects";
import { requestContext } from "~/server/http/request-context";
import { log } from "~/server/log";
import { sendSecurityMail } from "~/server/mail";

const PAGE = "/account";

/** Takes `confirmation`: the user's address, typed. Deletes the user and all their data. */
export const deleteAccount = action(async (form: FormData) => {
  "use server";
  return runAction(form, freshUser(`${PAGE}#delete-account`), async ({ id, email, emailVerified }) => {
    if (!email) return redirectTo(PAGE);
    const typed = plainText(form.get("confirmation"));
    if (![emailOrNull(typed), typed.toLowerCase()].includes(email))
      return refused({ confirmation: refusals.deletionUnconfirmed }, form);
    await deleteUser(id);
    log.event("auth: account deleted", { user: id });
    await auth.signOut(requestContext().request());
    if (emailVerified)
      await sendSecurityMail(email, securityMailTitles.accountDeleted, requestContext().origin, {
        end: mailText.deletedEnd,
      });
    return redirectWithNotice("/", "accountDeleted");
  });
}, "delete-account");
