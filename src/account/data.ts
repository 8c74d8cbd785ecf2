// What is kept about the user: for them to take along, and to delete.

import { action } from "@solidjs/router";
import { getRequestEvent } from "solid-js/web";
import { authConfig } from "~/server/auth";
import { database } from "~/server/database/client";
import { sendNoticeMail } from "~/server/mail";
import { act } from "~/server/query";
import { goTo, originOfRequest } from "~/server/redirects";
import { requireFreshUser } from "~/session";
import { signOut } from "~/solid-auth";
import appConfig from "../../app.config";
import { leave } from "./leave";
import { plainText } from "./text";

/** Takes `confirmation`: the user's address, typed. Deletes the user with all that belongs to them. */
export const deleteAccount = action(async (form: FormData) => {
  "use server";
  return act(async () => {
    const { id, email, emailVerified } = await requireFreshUser("/account");
    const request = getRequestEvent()?.request;
    if (!email || !request) return goTo("/account");
    if (plainText(form.get("confirmation")).toLowerCase() !== email) return leave("/account", "deletionUnconfirmed");
    await database.$transaction([
      database.verificationToken.deleteMany({ where: { identifier: email } }),
      database.verificationToken.deleteMany({ where: { identifier: { startsWith: `address:${id}:` } } }),
      database.user.deleteMany({ where: { id } }),
    ]);
    await signOut(request, authConfig);
    const end =
      "If it was not you: somebody has been using your mailbox or one of your devices. Nothing of yours is left here.";
    if (emailVerified)
      await sendNoticeMail(email, `Your account at ${appConfig.name} was deleted`, originOfRequest(), end);
    return leave("/", "accountDeleted");
  }, "delete-account");
}, "delete-account");
