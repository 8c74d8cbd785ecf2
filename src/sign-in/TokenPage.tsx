import { type Action, useSearchParams } from "@solidjs/router";
import { Form } from "~/components/Form";
import { Button } from "~/components/ui/Button";
import { Card } from "~/components/ui/Card";
import { Submit } from "~/components/ui/Submit";
import { param } from "~/lib/url";

interface TokenPageProps {
  /** Takes the `token` of the page's address. */
  action: Action<[FormData], unknown>;
  texts: { title: string; text: string; button: string; cancel: string };
}

/**
 * The page behind "This wasn't me" in a mail. An opened link changes nothing, because mail scanners open links too. The
 * button works for visitors, who may not be able to sign in.
 */
export function TokenPage(props: TokenPageProps) {
  const [query] = useSearchParams<{ token: string }>();
  return (
    <Card title={props.texts.title} lead={props.texts.text}>
      <Form action={props.action} fields={{ token: param(query.token) ?? "" }} class="grid">
        <Submit isWide>{props.texts.button}</Submit>
      </Form>
      <Button href="/" variant="outline" isWide>
        {props.texts.cancel}
      </Button>
    </Card>
  );
}
