// The notice of the last action, in a flash cookie: the next page shows it once, at the top
// (src/components/Notice.tsx). It says that an action was carried out. An action's refusals are its result
// instead (`refused` in src/server/forms.ts).

import "server-only";
import { describeNotice, type NoticeCode, type NoticeText } from "~/messages/notices";
import { readFlash, setCookie } from "./cookies";
import type { RequestContext } from "./request-context";

/** The maximum length of an error that development shows, in characters. It has to fit into a cookie. */
export const MAX_DETAILS_LENGTH = 1000;

/** The maximum length of a notice's detail, in characters. The browser sends it back in a header. */
const MAX_KEPT_LENGTH = import.meta.env.DEV ? MAX_DETAILS_LENGTH : 320;

/** The fields of a notice besides its code. */
export interface NoticeDetails {
  /** The error, in development. */
  details?: string;
  /** The fields of a notice besides its code. */
  about?: string;
}

/** @param code a key of src/messages/notices.ts */
export function leaveNotice(code: NoticeCode, details: NoticeDetails = {}): void {
  const kept = Object.entries(details).filter(([, text = ""]) => text.length <= MAX_KEPT_LENGTH);
  setCookie("notice", JSON.stringify({ code, ...Object.fromEntries(kept) }));
}

/** The notice of the last action. It is shown once. */
export function readNotice(
  context: RequestContext,
): (NoticeText & Omit<NoticeDetails, "about"> & { code: string }) | null {
  const value = readFlash("notice", context);
  if (!value) return null;
  try {
    const { code, details, about } = JSON.parse(value);
    const text = describeNotice(code, textOrNone(about));
    return text ? { ...text, code, details: textOrNone(details) } : null;
  } catch {
    return null;
  }
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
