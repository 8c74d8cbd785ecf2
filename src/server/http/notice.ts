// The notice of the last action, in a flash cookie: the next page shows it once, at the top
// (src/components/Notice.tsx). It says that an action was carried out. An action's refusals are its result
// instead (`refused` in src/server/forms.ts).

import "server-only";
import { describeNotice, type NoticeCode, type NoticeText } from "~/messages/notices";
import { readFlash, setCookie } from "./cookies";
import type { RequestContext } from "./request-context";

/** The maximum length of a notice's `about`, in characters. It has to fit into a cookie. */
export const MAX_ABOUT_LENGTH = 320;

/** The fields of a notice besides its code. */
export interface NoticeDetails {
  /** What its text names, for example a provider. A longer one is left out. */
  about?: string;
}

/** @param code a key of src/messages/notices.ts */
export function leaveNotice(code: NoticeCode, { about = "" }: NoticeDetails = {}): void {
  const isKept = about && about.length <= MAX_ABOUT_LENGTH;
  setCookie("notice", JSON.stringify(isKept ? { code, about } : { code }));
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
