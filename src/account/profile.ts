// The user's name and address.

import { action } from "@solidjs/router";
import { freshUser, user } from "~/server/access";
import { askForAddress, takeAddress } from "~/server/address-change";
import { database } from "~/server/database/client";
import { log } from "~/server/log";
import { consumeLimit } from "~/server/rate-limit";
import { redirectTo, redirectWithNotice, refreshSession } from "~/server/redirects";
import { requestContext } from "~/server/request-context";
import { runAction } from "~/server/server-function";
import { InvalidEmailAddress, normalizeEmail } from "~/solid-auth";
import { localPath } from "~/url";
import { MAX_NAME_LENGTH, plainText } from "./text";

/** Takes `name`; an empty one takes the name away. With `next`, that is where it leads. */
export const saveName = action(async (form: FormData) => {
  "use server";
  return runAction("save-name", user("/account"), async ({ id }) => {
    const name = plainText(form.get("name"));
    const next = form.get("next");
    if (name.length > MAX_NAME_LENGTH) return redirectWithNotice("/account", "nameTooLong", { typed: name });
    await database.user.update({ where: { id }, data: { name: name || null } });
    await refreshSession();
    return typeof next === "string" ? redirectTo(localPath(next)) : redirectWithNotice("/account", "nameSaved");
  });
}, "save-name");

/** Takes `email`, and sends a link there. Nothing changes before it is opened. */
export const changeAddress = action(async (form: FormData) => {
  "use server";
  return runAction("change-address", freshUser("/account"), async (owner) => {
    const typed = plainText(form.get("email"));
    const email = addressOrNull(typed);
    if (!email) return redirectWithNotice("/account", "addressInvalid", { typed });
    if (email === owner.email && owner.emailVerified) return redirectWithNotice("/account", "addressSame");
    if ((await consumeLimit("links")) || (await consumeLimit("linksToAddress", email)))
      return redirectWithNotice("/account", "addressLimited", { typed });
    try {
      await askForAddress(owner.id, email, requestContext().origin);
    } catch (error) {
      log.error("the link to a new address could not be mailed", error);
      return redirectWithNotice("/account", "addressUnsent", { typed });
    }
    return redirectWithNotice("/account", "addressAsked");
  });
}, "change-address");

/** Takes `email` and `token`, as they stand in the link. */
export const confirmAddress = action(async (form: FormData) => {
  "use server";
  return runAction("confirm-address", user("/account"), async ({ id, email: old, emailVerified }) => {
    const email = addressOrNull(form.get("email"));
    const token = form.get("token");
    if (!email || typeof token !== "string") return redirectWithNotice("/account", "addressLinkSpent");
    const outcome = await takeAddress({ id, email: old ?? "", emailVerified }, email, token, requestContext().origin);
    if (outcome === "changed" || outcome === "confirmed") await refreshSession();
    const codes = {
      changed: "addressChanged",
      confirmed: "addressConfirmed",
      taken: "addressTaken",
      spent: "addressLinkSpent",
    } as const;
    return redirectWithNotice("/account", codes[outcome]);
  });
}, "confirm-address");

function addressOrNull(typed: unknown): string | null {
  try {
    return normalizeEmail(typed);
  } catch (error) {
    if (error instanceof InvalidEmailAddress) return null;
    throw error;
  }
}
