import { HttpStatusCode } from "@solidjs/start";
import type { AuthErrorText } from "~/messages/auth-errors";
import { Button } from "./ui/Button";
import { Card } from "./ui/Card";

/** The page for a sign-in error: its text, its HTTP status and a link to continue. */
export function AuthErrorCard(props: { text: AuthErrorText }) {
  return (
    <Card title={props.text.title} lead={props.text.text}>
      <HttpStatusCode code={props.text.status} />
      <Button href={props.text.next.href} isWide>
        {props.text.next.label}
      </Button>
    </Card>
  );
}
