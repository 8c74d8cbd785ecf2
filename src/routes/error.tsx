import { useSearchParams } from "@solidjs/router";
import { Show } from "solid-js";
import { AuthErrorCard } from "~/components/AuthErrorCard";
import { Redirect } from "~/components/Redirect";
import { param } from "~/lib/url";
import { describeAuthError } from "~/messages/auth-errors";

export default function AuthErrorPage() {
  const [query] = useSearchParams<{ error: string; code: string }>();
  const error = () => param(query.error);
  return (
    <Show when={error()} fallback={<Redirect to="/" />}>
      <AuthErrorCard text={describeAuthError(error(), param(query.code))} />
    </Show>
  );
}
