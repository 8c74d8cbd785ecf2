import { createFileRoute } from "@tanstack/solid-router";
import { authClient } from "../auth-client";

export const Route = createFileRoute("/sign-in")({ component: SignIn });

function SignIn() {
  return (
    <main>
      <h1>Sign in</h1>
      <button type="button" onClick={() => authClient.signIn.social({ provider: "github", callbackURL: "/protected" })}>
        Continue with GitHub
      </button>
    </main>
  );
}
