import { createFileRoute } from "@tanstack/solid-router";
import { requireUser } from "../auth-functions";

export const Route = createFileRoute("/protected")({ beforeLoad: requireUser, component: Protected });

function Protected() {
  const context = Route.useRouteContext();
  return (
    <main>
      <h1>Hello, {context().user.email}</h1>
    </main>
  );
}
