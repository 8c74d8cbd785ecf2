import { formAction, query } from "@solidjs/router";
import { getRequestEvent, redirect } from "@solidjs/web";
import { auth } from "~/auth";

export const getSession = query(async () => {
  "use server";
  const event = getRequestEvent();
  return event ? auth.getSession(event.request) : null;
}, "session");

export const getCsrfToken = query(async () => {
  "use server";
  const event = getRequestEvent();
  return event ? auth.getCsrfToken(event.request) : "";
}, "csrf-token");

export const signOut = formAction(async () => {
  "use server";
  const event = getRequestEvent();
  throw redirect(event ? await auth.signOut(event.request) : "/");
}, "sign-out");
