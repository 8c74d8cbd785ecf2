// The notice of the last action, in a flash cookie: the next page shows it once, at the top
// (src/components/Notice.tsx). It says that an action was carried out. An action's refusals are its result
// instead (`refused` in src/server/forms.ts).

import "server-only";
import { describeNotice, type NoticeCode, type NoticeText } from "~/messages/notices";
import { readFlash, setCookie } from "./cookies";
import type { RequestContext } from "./request-context";

/**
 * @param code a key of src/messages/notices.ts
 * @param about a short text that the notice names, such as a provider. It is in a cookie
 */
export function leaveNotice(code: NoticeCode, about?: string): void {
  setCookie("notice", JSON.stringify({ code, about }));
}

/** The notice of the last action. It is shown once. */
export function readNotice(context: RequestContext): (NoticeText & { code: string }) | null {
  const value = readFlash("notice", context);
  if (!value) return null;
  try {
    const { code, about } = JSON.parse(value);
    const text = describeNotice(code, typeof about === "string" ? about : undefined);
    return text ? { ...text, code } : null;
  } catch {
    return null;
  }
}
