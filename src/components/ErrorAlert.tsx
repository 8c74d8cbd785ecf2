import { Show } from "solid-js";
import { describeAuthError } from "~/messages/auth-errors";
import appConfig from "../../app.config";
import { Alert } from "./Alert";

/** A sign-in error, shown above the form. */
export function ErrorAlert(props: { error: string; code?: string }) {
  const words = () => describeAuthError(props.error, props.code);
  return (
    <Alert tone="bad">
      <strong class="block font-semibold">{words().title}</strong>
      {words().text}
      <Show when={words().next.href !== appConfig.pages.signIn}>
        {" "}
        <a href={words().next.href}>{words().next.label}</a>
      </Show>
    </Alert>
  );
}
