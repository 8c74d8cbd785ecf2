import { useLocation } from "@solidjs/router";
import { Show } from "solid-js";
import { describeAuthError } from "~/messages/auth-errors";
import { Alert } from "../components/ui/Alert";

/** A sign-in error, shown above the form. `provider` is the name of the method that it is about. */
export function ErrorAlert(props: { error: string; code?: string; provider?: string; more?: string }) {
  const { pathname } = useLocation();
  const text = () => describeAuthError(props.error, props.code, props.provider);
  const isElsewhere = () => !["/sign-in", pathname].includes(text().next.href);
  return (
    // Signing in again is a step on the way, not a mistake.
    <Alert tone={["FreshSignInRequired", "SessionRequired"].includes(props.error) ? "note" : "bad"}>
      <strong class="block font-semibold">{text().title}</strong>
      {text().text} {props.more}
      <Show when={isElsewhere()}>
        {" "}
        <a href={text().next.href}>{text().next.label}</a>
      </Show>
    </Alert>
  );
}
