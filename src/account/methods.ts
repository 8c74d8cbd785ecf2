// Queries and actions for the user's sign-in methods.

import { action, query } from "@solidjs/router";
import { userHandleOf } from "solid-auth";
import { MAX_PASSKEY_NAME_LENGTH, MAX_PASSKEYS } from "~/lib/limits";
import { findMethod, isOffered, providerMethods } from "~/server/auth/sign-in-methods";
import { countMethods, methodsOf, removeMethod } from "~/server/auth/user-methods";
import { database } from "~/server/database/client";
import { anyone, freshUser, runAction, runQuery, user } from "~/server/functions";
import { redirectWithNotice } from "~/server/http/redirects";
import { requestContext } from "~/server/http/request-context";
import { log } from "~/server/log";
import { notifyUser } from "~/server/mail/notify-user";
import { plainText } from "./text";

/** A passkey, for its owner. Times are ISO 8601. */
export interface PasskeySummary {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** A provider that the user has connected, or could connect. */
export interface ProviderSummary {
  id: string;
  name: string;
  icon: string | undefined;
  isConnected: boolean;
  /** The connected account's name at the provider, if known. */
  label: string | null;
}

/** The user's sign-in methods, and those they can add. */
export const accountMethods = query(async () => {
  "use server";
  return runQuery("account-methods", user("/account"), async ({ id: userId }) => {
    const [accounts, passkeys, count] = await Promise.all([
      database.account.findMany({
        where: { userId, provider: { in: providerMethods.map(({ id }) => id) } },
        select: { provider: true, label: true },
        distinct: "provider",
      }),
      database.authenticator.findMany({ where: { userId }, orderBy: { createdAt: "asc" }, take: MAX_PASSKEYS }),
      countMethods(userId),
    ]);
    return {
      hasEmail: findMethod("email") !== undefined,
      hasPasskeys: findMethod("passkey") !== undefined,
      providers: providerMethods.filter(isOffered).map(({ id, name, icon }): ProviderSummary => {
        const account = accounts.find(({ provider }) => provider === id);
        return { id, name, icon, isConnected: account !== undefined, label: account?.label ?? null };
      }),
      /** Whether one of them can be removed. */
      isRemovable: count > 1,
      /**
       * For password managers: the handle and the ids of the user's passkeys, in base64url. None if the list may be
       * cut.
       */
      signals:
        passkeys.length < MAX_PASSKEYS
          ? { userHandle: toBase64Url(await userHandleOf(userId)), credentialIds: passkeys.map(credentialIdOf) }
          : null,
      passkeys: passkeys.map(
        ({ credentialID, name, createdAt, lastUsedAt }): PasskeySummary => ({
          id: credentialID,
          name: name ?? "Passkey",
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        }),
      ),
    };
  });
}, "account-methods");

const toBase64Url = (text: string) => Buffer.from(text).toString("base64url");

/** The adapter stores ids in base64, and browsers have them in base64url. */
const credentialIdOf = ({ credentialID }: { credentialID: string }) =>
  Buffer.from(credentialID, "base64").toString("base64url");

/** The ids of the methods with which the signed-in user can sign in again; none for other visitors. */
export const ownMethods = query(async () => {
  "use server";
  return runQuery("own-methods", anyone, async (): Promise<string[]> => {
    const id = (await requestContext().session())?.session.user?.id;
    return id ? methodsOf(id) : [];
  });
}, "own-methods");

/** Takes the passkey's `id` and its new `name`. */
export const renamePasskey = action(async (form: FormData) => {
  "use server";
  return runAction("rename-passkey", form, user("/account"), async ({ id: userId }) => {
    const name = plainText(form.get("name"));
    if (!name || name.length > MAX_PASSKEY_NAME_LENGTH) return redirectWithNotice("/account", "passkeyNameInvalid");
    const where = { userId, credentialID: String(form.get("id")) };
    const { count } = await database.authenticator.updateMany({ where, data: { name } });
    return redirectWithNotice("/account", count > 0 ? "passkeyRenamed" : "passkeyGone");
  });
}, "rename-passkey");

/** Takes the passkey's `id`. */
export const removePasskey = action(async (form: FormData) => {
  "use server";
  return runAction("remove-passkey", form, freshUser("/account#sign-in-methods"), async ({ id: userId }) => {
    const where = { userId, credentialID: String(form.get("id")) };
    const outcome = await removeMethod(userId, async (tx) => {
      const passkey = await tx.authenticator.findFirst({ where });
      if (!passkey) return 0;
      const { providerAccountId } = passkey;
      await tx.account.deleteMany({ where: { userId, type: "webauthn", providerAccountId } });
      return (await tx.authenticator.deleteMany({ where })).count;
    });
    if (outcome === "removed") {
      log.event("auth: method removed", { user: userId, provider: "passkey" });
      await notifyUser(userId, "A passkey was removed from your account", `${requestContext().origin}/account`);
    }
    const codes = { removed: "passkeyRemoved", gone: "passkeyGone", last: "lastMethod" } as const;
    return redirectWithNotice("/account", codes[outcome]);
  });
}, "remove-passkey");

/** Takes the `provider`'s id. */
export const disconnectProvider = action(async (form: FormData) => {
  "use server";
  return runAction("disconnect-provider", form, freshUser("/account#sign-in-methods"), async ({ id: userId }) => {
    const method = providerMethods.find(({ id }) => id === form.get("provider"));
    if (!method) return redirectWithNotice("/account", "providerGone");
    const { id: provider, name } = method;
    const outcome = await removeMethod(
      userId,
      async (tx) => (await tx.account.deleteMany({ where: { userId, provider } })).count,
    );
    if (outcome === "removed") {
      log.event("auth: method removed", { user: userId, provider });
      await notifyUser(userId, `${name} was disconnected from your account`, `${requestContext().origin}/account`);
    }
    const codes = { removed: "providerDisconnected", gone: "providerGone", last: "lastMethod" } as const;
    return redirectWithNotice("/account", codes[outcome], { about: name });
  });
}, "disconnect-provider");
