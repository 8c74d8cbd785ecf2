// Actions for the user's sign-in methods.

import { action } from "@solidjs/router";
import { plainText } from "solid-authjs";
import { MAX_PASSKEY_NAME_LENGTH } from "~/lib/limits";
import { securityMailTitles } from "~/messages/mail";
import { refusals } from "~/messages/refusals";
import { recordSecurityEvent } from "~/server/auth/security-events";
import { providerMethods } from "~/server/auth/sign-in-methods";
import { removeMethod } from "~/server/auth/user-methods";
import { database } from "~/server/database/client";
import { refused } from "~/server/forms";
import { freshUser, runAction, user } from "~/server/functions";
import { redirectWithNotice } from "~/server/http/redirects";
import { requestContext } from "~/server/http/request-context";
import { notifyUser } from "~/server/mail/notify-user";

const PAGE = "/account";

/** Takes the passkey's `id` and its new `name`. */
export const renamePasskey = action(async (form: FormData) => {
  "use server";
  return runAction(form, user(PAGE), async ({ id: userId }) => {
    const name = plainText(form.get("name"));
    if (!name || name.length > MAX_PASSKEY_NAME_LENGTH) return refused({ name: refusals.passkeyNameInvalid }, form);
    const where = { userId, credentialID: String(form.get("id")) };
    const { count } = await database.authenticator.updateMany({ where, data: { name } });
    return redirectWithNotice(PAGE, count > 0 ? "passkeyRenamed" : "passkeyGone");
  });
}, "rename-passkey");

/** Takes the passkey's `id`. */
export const removePasskey = action(async (form: FormData) => {
  "use server";
  return runAction(form, freshUser(`${PAGE}#passkeys`), async ({ id: userId }) => {
    const where = { userId, credentialID: String(form.get("id")) };
    const outcome = await removeMethod(userId, async (tx) => {
      const passkey = await tx.authenticator.findFirst({ where });
      if (!passkey) return 0;
      const { providerAccountId } = passkey;
      await tx.account.deleteMany({ where: { userId, type: "webauthn", providerAccountId } });
      return (await tx.authenticator.deleteMany({ where })).count;
    });
    if (outcome === "removed") {
      await recordSecurityEvent(userId, "method removed", { provider: "passkey" });
      await notifyUser(userId, securityMailTitles.passkeyRemoved, `${requestContext().origin}/account`);
    }
    const codes = { removed: "passkeyRemoved", gone: "passkeyGone", last: "lastMethod" } as const;
    return redirectWithNotice(PAGE, codes[outcome]);
  });
}, "remove-passkey");

/** Takes the `provider`'s id. */
export const disconnectProvider = action(async (form: FormData) => {
  "use server";
  return runAction(form, freshUser(`${PAGE}#sign-in-methods`), async ({ id: userId }) => {
    const method = providerMethods.find(({ id }) => id === form.get("provider"));
    if (!method) return redirectWithNotice(PAGE, "providerGone");
    const { id: provider, name } = method;
    const outcome = await removeMethod(
      userId,
      async (tx) => (await tx.account.deleteMany({ where: { userId, provider } })).count,
    );
    if (outcome === "removed") {
      await recordSecurityEvent(userId, "method removed", { provider });
      await notifyUser(userId, securityMailTitles.disconnected(name), `${requestContext().origin}/account`);
    }
    const codes = { removed: "providerDisconnected", gone: "providerGone", last: "lastMethod" } as const;
    return redirectWithNotice(PAGE, codes[outcome], name);
  });
}, "disconnect-provider");
