import type { NoticeCode } from "~/notices";
import { goTo, type Notice } from "~/server/redirects";

/** How the account's actions end: on a page, with a notice about what happened. */
export function leave(path: string, code: NoticeCode, details: Omit<Notice, "code"> = {}): Response {
  return goTo(path, { code, ...details });
}
