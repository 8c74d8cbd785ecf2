// The notice of the last action, in a flash cookie: the next page shows it once (src/components/Notice.tsx).

import "server-only";
import type { NoticeCode } from "~/messages/notices";
import { readFlash, setCookie } from "./cookies";

/** The maximum length, in characters, of an error that development shows. It has to fit into a cookie. */
export const MAX_DETAILS_LENGTH = 1000;

/** The maximum length, in characters, of input that is kept for correction. The browser sends it back in a header. */
const MAX_TYPED_LENGTH = import.meta.env.DEV ? MAX_DETAILS_LENGTH : 320;

export interface Notice {
  /** A key of src/messages/notices.ts. */
  code: string;
  /** The path of the page that shows it. Without one, the next page does. */
  page?: string;
  /** The user's rejected input, for correction. */
  typed?: string;
  /** The subject of the text, such as a sign-in method's name. */
  about?: string;
}

export function leaveNotice(code: NoticeCode, details: Omit<Notice, "code"> = {}): void {
  const { typed = "", ...rest } = details;
  setCookie("notice", JSON.stringify({ code, ...(typed.length > MAX_TYPED_LENGTH ? rest : details) }));
}

/** The notice of the last action. It is shown once. */
export function readNotice(): Notice | null {
  const value = readFlash("notice");
  if (!value) return null;
  try {
    const { code, page, typed, about } = JSON.parse(value);
    if (typeof code !== "string") return null;
    return { code, page: textOrNone(page), typed: textOrNone(typed), about: textOrNone(about) };
  } catch {
    return null;
  }
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
