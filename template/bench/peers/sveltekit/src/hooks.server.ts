import { svelteKitHandler } from "better-auth/svelte-kit";
import { building } from "$app/env";
import { auth } from "./auth";

export async function handle({ event, resolve }) {
  const session = await auth.api.getSession({ headers: event.request.headers });
  if (session) {
    event.locals.session = session.session;
    event.locals.user = session.user;
  }
  return svelteKitHandler({ event, resolve, auth, building });
}
