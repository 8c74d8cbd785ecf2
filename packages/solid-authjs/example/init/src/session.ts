import { query, redirect } from "@solidjs/router";
import { getRequestEvent } from "solid-js/web";
import { auth } from "~/auth";

/** The session of a user, or null. */
export const getSession = query(async () => {
  "use server";
  const event = getRequestEvent();
  return event ? auth.getSession(event.request) : null;
}, "session");

/** The user. Other visitors get the sign-in page, which leads them back to `page`. */
export const getUser = query(async (page: string) => {
  "use server";
  const event = getRequestEvent();
  const session = event ? await auth.getSession(event.request) : null;
  if (!session?.user) throw redirect(`/sign-in?callbackUrl=${encodeURIComponent(page)}`);
  return session.user;
}, "user");

/** What a form that posts to the auth route sends along. */
export const getCsrfToken = query(async () => {
  "use server";
  const event = getRequestEvent();
  return event ? auth.getCsrfToken(event.request) : "";
}, "csrf-token");
