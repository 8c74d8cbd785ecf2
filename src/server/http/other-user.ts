// Threat: a user signs out in another tab, and another user signs in. A press on a page that still shows the first user
// then acts for the second.

import "server-only";
import type { CustomResponse } from "@solidjs/router";
import { ORIGIN } from "~/lib/form-result";
import { originOf, type Refused } from "~/lib/forms";
import { otherUserText } from "~/messages/forms";
import { refused } from "~/server/forms";
import { requestContext } from "./request-context";

/** @returns an action's answer to a form of another user's page; undefined for a form of the signed-in user's page */
export async function refusedToOther(form: FormData): Promise<CustomResponse<Refused> | undefined> {
  const shown = originOf(form)?.user;
  const current = shown ? (await requestContext().session())?.session.user : undefined;
  if (!current || current.id === shown) return undefined;
  // The input belongs to that other user, so it is not shown again. The page calls all its queries again.
  const input = new FormData();
  input.set(ORIGIN, String(form.get(ORIGIN)));
  const answer = refused(otherUserText(current.email ?? current.name ?? ""), input);
  answer.headers.delete("x-revalidate");
  return answer;
}
