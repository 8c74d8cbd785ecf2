// The user's data: deletion. The download is src/routes/account/data.ts.

import { action } from "@solidjs/router";
import { auth } from "~/server/auth/config";
import { database } from "~/server/database/client";
import { freshUser, runAction } from "~/server/functions";
import { redirectTo, redirectWithNotice } from "~/server/http/redirects";
import { currentRequest, requestContext } from "~/server/http/request-context";
import { log } from "~/server/log";
import { sendNoticeMail } from "~/server/mail";

import appConfig from "../../app.config";
import { plainText } from "./text";

/** Takes `confirmation`: the user's address, typed. Deletes the user and all their data. */
export const deleteAccount = action(async (form: FormData) => {
  "use server";
  return runAction(
    "delete-account",
    form,
    freshUser("/account#delete-account"),
    async ({ id, email, emailVerified }) => {
      if (!email) return redirectTo("/account");
      const typed = plainText(form.get("confirmation"));
      if (typed.toLowerCase() !== email)
        return redirectWithNotice("/account", "deletionUnconfirmed", { field: "confirmation", typed });
      await database.$transaction([
        database.verificationToken.deleteMany({ where: { identifier: email } }),
        database.verificationToken.deleteMany({ where: { identifier: { startsWith: `address:${id}:` } } }),
        database.user.deleteMany({ where: { id } }),
      ]);
      log.event("auth: account deleted", { user: id });
      await auth.signOut(currentRequest());
      const end =
        "If it wasn't you, someone else has access to your mailbox or to one of your devices. All your data here has been deleted.";
      if (emailVerified)
        await sendNoticeMail(email, `Your account at ${appConfig.name} was deleted`, requestContext().origin, end);
      return redirectWithNotice("/", "accountDeleted");
    },
  );
}, "delete-account");
