import { createFileRoute, useRouter } from "@tanstack/solid-router";
import { For } from "solid-js";
import { listSessions, requireUser, saveName } from "../auth-functions";

export const Route = createFileRoute("/account")({
  beforeLoad: requireUser,
  loader: () => listSessions(),
  component: Account,
});

function Account() {
  const router = useRouter();
  const context = Route.useRouteContext();
  const sessions = Route.useLoaderData();
  const save = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    await saveName({ data: { name: String(form.get("name")) } });
    await router.invalidate();
  };
  return (
    <main>
      <h1>{context().user.name}</h1>
      <p>{context().user.email}</p>
      <form onSubmit={save}>
        <label>
          Name <input name="name" value={context().user.name} />
        </label>
        <button type="submit">Save</button>
      </form>
      <ul>
        <For each={sessions()}>
          {({ userAgent, expiresAt }) => (
            <li>
              {userAgent}, until {expiresAt.toISOString()}
            </li>
          )}
        </For>
      </ul>
    </main>
  );
}
