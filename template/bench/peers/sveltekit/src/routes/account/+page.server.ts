import { redirect } from "@sveltejs/kit";
import { prisma } from "../../auth";

async function currentUser(locals) {
  const session = await locals.auth();
  if (!session?.user) redirect(303, "/");
  return session.user;
}

export async function load({ locals }) {
  const { email, name } = await currentUser(locals);
  const sessions = await prisma.session.findMany({
    where: { user: { email } },
    select: { id: true, userAgent: true, expires: true },
  });
  return { email, name, sessions };
}

export const actions = {
  async default({ locals, request }) {
    const { email } = await currentUser(locals);
    const name = String((await request.formData()).get("name"));
    await prisma.user.update({ where: { email }, data: { name } });
  },
};
