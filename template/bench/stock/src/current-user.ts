import { redirect } from "@solidjs/router";
import { getRequestEvent } from "solid-js/web";
import { getSession } from "./auth";

export async function requireUser() {
  const event = getRequestEvent();
  const session = event && (await getSession(event.request));
  const user = session?.user;
  if (!user?.email) throw redirect("/");
  return { ...user, email: user.email };
}
