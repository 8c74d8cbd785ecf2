import type { NoticeCode } from "~/notices";
import { goTo } from "~/server/redirects";

/** How the account's actions end: on a page, with a word about what happened. */
export function leave(path: string, code: NoticeCode, typed?: string): Response {
  return goTo(path, { code, typed });
}
