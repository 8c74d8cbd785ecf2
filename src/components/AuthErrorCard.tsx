import { HttpStatusCode } from "@solidjs/start";
import type { AuthErrorText } from "~/messages/auth-errors";
import { Button } from "./Button";
import { Card } from "./Card";

/** The page for a sign-in error: its text, its HTTP status and a link to continue. */
export function AuthErrorCard(props: { words: AuthErrorText }) {
  return (
    <Card title={props.words.title} lead={props.words.text}>
      <HttpStatusCode code={props.words.status} />
      <Button href={props.words.next.href} isWide>
        {props.words.next.label}
      </Button>
    </Card>
  );
}
