import { redirect } from "@tanstack/solid-router";
import { createServerFn } from "@tanstack/solid-start";
import { getRequestHeaders } from "@tanstack/solid-start/server";
import { auth } from "./auth";

export const getSession = createServerFn({ method: "GET" }).handler(() =>
  auth.api.getSession({ headers: getRequestHeaders() }),
);

export const listSessions = createServerFn({ method: "GET" }).handler(async () => {
  const sessions = await auth.api.listSessions({ headers: getRequestHeaders() });
  return sessions.map(({ id, userAgent, expiresAt }) => ({ id, userAgent, expiresAt }));
});

export const saveName = createServerFn({ method: "POST" })
  .validator((data: { name: string }) => data)
  .handler(({ data }) => auth.api.updateUser({ body: { name: data.name }, headers: getRequestHeaders() }));

/** For `beforeLoad` of pages that need a user. */
export async function requireUser() {
  const session = await getSession();
  if (!session) throw redirect({ to: "/" });
  return { user: session.user };
}
