// Who is new here.

import { query } from "@solidjs/router";
import { database } from "~/server/database/client";
import { answer } from "~/server/query";
import { goTo } from "~/server/redirects";
import { requireUser } from "~/session";
import { localPath } from "~/url";

/** The welcome page is for the first minutes of an account. */
const NEW_FOR_MS = 15 * 60 * 1000;

/**
 * @param next where everybody else is sent
 * @throws {Response} a redirect there, for a user who is not new
 */
export const newcomer = query(async (next: string) => {
  "use server";
  return answer(async () => {
    const { id } = await requireUser("/welcome");
    const user = await database.user.findUnique({ where: { id }, select: { createdAt: true } });
    if (!user || Date.now() - user.createdAt.valueOf() > NEW_FOR_MS) throw goTo(localPath(next));
    return true;
  }, "newcomer");
}, "newcomer");
