// The user's name and address. Each action asks for the user itself.

import { action, query } from "@solidjs/router";
import { ADDRESS_TOKEN_LENGTH, askForAddress, takeAddress } from "~/server/address-change";
import { database } from "~/server/database/client";
import { env } from "~/server/env";
import { log } from "~/server/log";
import { act, answer } from "~/server/query";
import { overLimit } from "~/server/rate-limit";
import { goTo, originOfRequest, showChange } from "~/server/redirects";
import { requireFreshUser, requireUser } from "~/session";
import { emailOrNull } from "~/solid-auth";
import { localPath } from "~/url";
import { leave } from "./leave";
import { MAX_NAME_LENGTH, plainText } from "./text";

/** Takes `name`; an empty one takes the name away. With `next`, that is where it leads. */
export const saveName = action(async (form: FormData) => {
  "use server";
  return act(async () => {
    const { id } = await requireUser("/account");
    const name = plainText(form.get("name"));
    const next = form.get("next");
    if (name.length > MAX_NAME_LENGTH) return leave("/account", "nameTooLong", { typed: name });
    await database.user.update({ where: { id }, data: { name: name || null } });
    await showChange();
    return typeof next === "string" ? goTo(localPath(next)) : leave("/account", "nameSaved");
  }, "save-name");
}, "save-name");

/** Whether a link can be mailed to a new address. */
export const canChangeAddress = query(async () => {
  "use server";
  return answer(async () => {
    await requireUser("/account");
    return env().email !== undefined;
  }, "can-change-address");
}, "can-change-address");

/** Takes `email`, and sends a link there. Nothing changes before it is opened. */
export const changeAddress = action(async (form: FormData) => {
  "use server";
  return act(async () => {
    const user = await requireFreshUser("/account");
    // The same answer for every address: any other would tell who has an account.
    if (!env().email) return leave("/account", "addressWithoutMail");
    const typed = plainText(form.get("email"));
    const email = emailOrNull(typed);
    if (!email) return leave("/account", "addressInvalid", { typed });
    if (email === user.email && user.emailVerified) return leave("/account", "addressSame");
    if ((await overLimit("links")) || (await overLimit("linksToAddress", email)))
      return leave("/account", "addressLimited", { typed });
    try {
      await askForAddress(user.id, email, originOfRequest());
    } catch (error) {
      log.error("the link to a new address could not be mailed", error);
      return leave("/account", "addressUnsent", { typed });
    }
    return leave("/account", "addressAsked");
  }, "change-address");
}, "change-address");

/** Takes `email` and `token`, as they stand in the link. */
export const confirmAddress = action(async (form: FormData) => {
  "use server";
  return act(async () => {
    const email = emailOrNull(form.get("email")) ?? "";
    const token = String(form.get("token")).slice(0, ADDRESS_TOKEN_LENGTH);
    // Fresh when the link was asked for is not fresh now: the link works for a while.
    const page = `/account/address?${new URLSearchParams({ email, token })}`;
    const { id, email: old, emailVerified } = await requireFreshUser(page);
    if (!email) return leave("/account", "addressLinkSpent");
    const outcome = await takeAddress({ id, email: old ?? "", emailVerified }, email, token, originOfRequest());
    if (outcome === "changed" || outcome === "confirmed") await showChange();
    const codes = {
      changed: "addressChanged",
      own: "addressSame",
      confirmed: "addressConfirmed",
      taken: "addressTaken",
      spent: "addressLinkSpent",
    } as const;
    return leave("/account", codes[outcome]);
  }, "confirm-address");
}, "confirm-address");
