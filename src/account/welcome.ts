// The check for the welcome page.

import { query } from "@solidjs/router";
import { localPath } from "~/lib/url";
import { database } from "~/server/database/client";
import { runQuery, user } from "~/server/functions";
import { redirectTo } from "~/server/http/redirects";

/** The welcome page is shown in the first minutes of an account. */
const NEW_FOR_MS = 15 * 60 * 1000;

/**
 * @param next the path for users who are not new
 * @throws {Response} a redirect to `next` for those users
 */
export const requireNewUser = query(async (next: string) => {
  "use server";
  return runQuery("new-user", user("/welcome"), async ({ id }) => {
    const found = await database.user.findUnique({ where: { id }, select: { createdAt: true } });
    if (!found || Date.now() - found.createdAt.valueOf() > NEW_FOR_MS) throw redirectTo(localPath(next));
    return true;
  });
}, "new-user");
