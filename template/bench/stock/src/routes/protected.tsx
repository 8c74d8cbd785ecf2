import { createAsync, query } from "@solidjs/router";
import { requireUser } from "../current-user";

const currentUser = query(async () => {
  "use server";
  return requireUser();
}, "current-user");

export default function Protected() {
  const user = createAsync(() => currentUser(), { deferStream: true });
  return (
    <main>
      <h1>Hello, {user()?.email}</h1>
    </main>
  );
}
