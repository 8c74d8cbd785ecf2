import { createAsync, query, redirect } from "@solidjs/router";
import { getRequestEvent } from "solid-js/web";
import { getSession } from "../auth";

const currentUser = query(async () => {
  "use server";
  const event = getRequestEvent();
  const session = event && (await getSession(event.request));
  if (!session?.user) throw redirect("/");
  return session.user;
}, "current-user");

export default function Protected() {
  const user = createAsync(() => currentUser(), { deferStream: true });
  return (
    <main>
      <h1>Hello, {user()?.email}</h1>
    </main>
  );
}
