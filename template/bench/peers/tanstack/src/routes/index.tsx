import { createFileRoute, Link } from "@tanstack/solid-router";

export const Route = createFileRoute("/")({ component: Home });

function Home() {
  return (
    <main>
      <h1>Home</h1>
      <Link to="/sign-in">Sign in</Link>
      <Link to="/protected">Protected page</Link>
    </main>
  );
}
