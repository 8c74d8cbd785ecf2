import { useLocation } from "@solidjs/router";
import { Show } from "solid-js";
import { Alert } from "~/components/ui/Alert";
import { SIGN_IN } from "~/lib/paths";
import { describeAuthError } from "~/messages/auth-errors";
import { useSession } from "~/session";

/** A sign-in error, shown above the form. `provider` is the name of the method in the error. */
export function ErrorAlert(props: { error: string; code?: string; provider?: string; more?: string }) {
  const { pathname } = useLocation();
  const session = useSession();
  const text = () => describeAuthError(props.error, props.code, props.provider);
  const isElsewhere = () => ![SIGN_IN, pathname].includes(text().next.href);
  return (
    // A new sign-in is a step on the way, not a mistake.
    <Alert tone={["FreshSignInRequired", "SessionRequired"].includes(props.error) ? "note" : "bad"}>
      <strong class="block font-semibold wrap-anywhere">
        {text().title}
        <Show when={props.error === "OtherUser" && session()?.user?.email}>{(email) => `: ${email()}`}</Show>
      </strong>
      {text().text} {props.more}
      <Show when={isElsewhere()}>
        {" "}
        <a href={text().next.href}>{text().next.label}</a>
      </Show>
    </Alert>
  );
}
