import { HttpStatusCode } from "@solidjs/start";
import { SIGN_IN, signInFor } from "~/lib/paths";
import type { AuthErrorText } from "~/messages/auth-errors";
import { useSession } from "~/session";
import { Button } from "./ui/Button";
import { Card } from "./ui/Card";

/** The page for a sign-in error: its text, its HTTP status and a link to continue. */
export function AuthErrorCard(props: { text: AuthErrorText }) {
  const session = useSession();
  const next = () => (props.text.next.href === SIGN_IN ? signInFor(session()?.user) : props.text.next.href);
  return (
    <Card title={props.text.title} lead={props.text.text}>
      <HttpStatusCode code={props.text.status} />
      <Button href={next()} isWide>
        {props.text.next.label}
      </Button>
    </Card>
  );
}
