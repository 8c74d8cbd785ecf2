import { redirect } from "@sveltejs/kit";
import { auth } from "../../auth";

export async function load({ locals, request }) {
  if (!locals.user) redirect(303, "/");
  const sessions = await auth.api.listSessions({ headers: request.headers });
  return {
    user: locals.user,
    sessions: sessions.map(({ id, userAgent, expiresAt }) => ({ id, userAgent, expiresAt })),
  };
}

export const actions = {
  async default({ locals, request }) {
    if (!locals.user) redirect(303, "/");
    const name = String((await request.formData()).get("name"));
    await auth.api.updateUser({ body: { name }, headers: request.headers });
    // The hook does not run again before the page is loaded.
    locals.user.name = name;
  },
};
