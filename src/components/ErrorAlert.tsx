import { useLocation } from "@solidjs/router";
import { Show } from "solid-js";
import { describeAuthError } from "~/messages/auth-errors";
import { Alert } from "./Alert";

/** A sign-in error, shown above the form. */
export function ErrorAlert(props: { error: string; code?: string; more?: string }) {
  const { pathname } = useLocation();
  const words = () => describeAuthError(props.error, props.code);
  const isElsewhere = () => !["/sign-in", pathname].includes(words().next.href);
  return (
    // Signing in again is a step on the way, not a mistake.
    <Alert tone={["FreshSignInRequired", "SessionRequired"].includes(props.error) ? "note" : "bad"} isUrgent>
      <strong class="block font-semibold">{words().title}</strong>
      {words().text} {props.more}
      <Show when={isElsewhere()}>
        {" "}
        <a href={words().next.href}>{words().next.label}</a>
      </Show>
    </Alert>
  );
}
