import { action, createAsync, query, type RouteDefinition } from "@solidjs/router";
import { For } from "solid-js";
import { prisma } from "../auth";
import { requireUser } from "../current-user";

const account = query(async () => {
  "use server";
  const { email, name } = await requireUser();
  const sessions = await prisma.session.findMany({
    where: { user: { email } },
    select: { userAgent: true, expires: true },
  });
  return { email, name, sessions };
}, "account");

export const route = { preload: () => account() } satisfies RouteDefinition;

const saveName = action(async (form: FormData) => {
  "use server";
  const { email } = await requireUser();
  await prisma.user.update({ where: { email }, data: { name: String(form.get("name")) } });
}, "save-name");

export default function Account() {
  const data = createAsync(() => account(), { deferStream: true });
  return (
    <main>
      <h1>{data()?.name ?? data()?.email}</h1>
      <p>{data()?.email}</p>
      <form method="post" action={saveName}>
        <label>
          Name <input name="name" value={data()?.name ?? ""} />
        </label>
        <button type="submit">Save</button>
      </form>
      <ul>
        <For each={data()?.sessions}>
          {({ userAgent, expires }) => (
            <li>
              {userAgent}, until {expires.toISOString()}
            </li>
          )}
        </For>
      </ul>
    </main>
  );
}
