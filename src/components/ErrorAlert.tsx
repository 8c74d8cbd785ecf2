import { useLocation } from "@solidjs/router";
import { Show } from "solid-js";
import { describeAuthError } from "~/messages/auth-errors";
import { usePageData } from "~/page-data";
import { Alert } from "./Alert";

/** A sign-in error, shown above the form. `provider` is the id of the method that it is about. */
export function ErrorAlert(props: { error: string; code?: string; provider?: string; more?: string }) {
  const { pathname } = useLocation();
  const methods = usePageData("signInMethods");
  const provider = () => methods()?.find(({ id }) => id === props.provider)?.name;
  const words = () => describeAuthError(props.error, props.code, provider());
  const isElsewhere = () => !["/sign-in", pathname].includes(words().next.href);
  return (
    // Signing in again is a step on the way, not a mistake.
    <Alert tone={["FreshSignInRequired", "SessionRequired"].includes(props.error) ? "note" : "bad"}>
      <strong class="block font-semibold">{words().title}</strong>
      {words().text} {props.more}
      <Show when={isElsewhere()}>
        {" "}
        <a href={words().next.href}>{words().next.label}</a>
      </Show>
    </Alert>
  );
}
