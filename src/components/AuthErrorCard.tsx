import { HttpStatusCode } from "@solidjs/start";
import { describeAuthError } from "~/messages/auth-errors";
import { Card } from "./Card";

/** The page for a sign-in error: its text, its HTTP status and a link to continue. */
export function AuthErrorCard(props: { error?: string; code?: string }) {
  const words = () => describeAuthError(props.error, props.code);
  return (
    <Card title={words().title} lead={words().text}>
      <HttpStatusCode code={words().status} />
      <a href={words().next.href} class="button button-filled button-wide">
        {words().next.label}
      </a>
    </Card>
  );
}
