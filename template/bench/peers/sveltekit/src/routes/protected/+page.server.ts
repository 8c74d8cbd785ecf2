import { redirect } from "@sveltejs/kit";

export async function load({ locals }) {
  const session = await locals.auth();
  if (!session?.user) redirect(303, "/");
  return { user: session.user };
}
