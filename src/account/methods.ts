// How the signed-in user gets in, and what they change about it. Each query and action asks for the user itself: the path guard is
// not what protects this.

import { action, query } from "@solidjs/router";
import { signInMethods } from "~/server/auth";
import { database } from "~/server/database/client";
import { sendNoticeMail } from "~/server/mail";
import { act, answer } from "~/server/query";
import { originOfRequest } from "~/server/redirects";
import { countWays, removeWay } from "~/server/ways-in";
import { requireFreshUser, requireUser } from "~/session";
import { leave } from "./leave";
import { MAX_PASSKEY_NAME_LENGTH, plainText } from "./text";

/** A passkey as its owner sees it. Times are ISO 8601. */
export interface PasskeySummary {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** The ways in that the user has, and those they could add. */
export const accountMethods = query(async () => {
  "use server";
  return answer(async () => {
    const { id: userId } = await requireUser("/account");
    const [gitHub, passkeys, ways] = await Promise.all([
      database.account.findFirst({ where: { userId, provider: "github" }, select: { id: true } }),
      database.authenticator.findMany({ where: { userId }, orderBy: { createdAt: "asc" } }),
      countWays(userId),
    ]);
    return {
      email: signInMethods.email,
      gitHub: signInMethods.github ? (gitHub ? "connected" : "available") : "off",
      /** Whether one of them can be spared. */
      isRemovable: ways > 1,
      passkeys: passkeys.map(
        ({ credentialID, name, createdAt, lastUsedAt }): PasskeySummary => ({
          id: credentialID,
          name: name ?? "Passkey",
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        }),
      ),
    } as const;
  });
}, "account-methods");

/** Takes the passkey's `id` and its new `name`. */
export const renamePasskey = action(async (form: FormData) => {
  "use server";
  return act(async () => {
    const { id: userId } = await requireUser("/account");
    const name = plainText(form.get("name"));
    if (!name || name.length > MAX_PASSKEY_NAME_LENGTH) return leave("/account", "passkeyNameInvalid");
    const where = { userId, credentialID: String(form.get("id")) };
    const { count } = await database.authenticator.updateMany({ where, data: { name } });
    return leave("/account", count > 0 ? "passkeyRenamed" : "passkeyGone");
  });
}, "rename-passkey");

/** Takes the passkey's `id`. */
export const removePasskey = action(async (form: FormData) => {
  "use server";
  return act(async () => {
    const user = await requireFreshUser("/account");
    const where = { userId: user.id, credentialID: String(form.get("id")) };
    const outcome = await removeWay(user.id, async (tx) => {
      const passkey = await tx.authenticator.findFirst({ where });
      if (!passkey) return 0;
      const { providerAccountId } = passkey;
      await tx.account.deleteMany({ where: { userId: user.id, type: "webauthn", providerAccountId } });
      return (await tx.authenticator.deleteMany({ where })).count;
    });
    if (outcome === "removed")
      await sendNoticeMail(user.email, "A passkey was removed from your account", `${originOfRequest()}/account`);
    return leave("/account", ({ removed: "passkeyRemoved", gone: "passkeyGone", last: "lastWay" } as const)[outcome]);
  });
}, "remove-passkey");

/** Takes GitHub away from the ways in. */
export const disconnectGitHub = action(async (_form: FormData) => {
  "use server";
  return act(async () => {
    const user = await requireFreshUser("/account");
    const outcome = await removeWay(
      user.id,
      async (tx) => (await tx.account.deleteMany({ where: { userId: user.id, provider: "github" } })).count,
    );
    if (outcome === "removed")
      await sendNoticeMail(user.email, "GitHub was disconnected from your account", `${originOfRequest()}/account`);
    return leave(
      "/account",
      ({ removed: "gitHubDisconnected", gone: "gitHubGone", last: "lastWay" } as const)[outcome],
    );
  });
}, "disconnect-github");
