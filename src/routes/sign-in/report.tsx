// The page behind "This wasn't me" in the mail about a sign-in from a new browser. An opened link changes nothing,
// because mail scanners open links too. The button ends that session. The button works for visitors, who may not be
// able to sign in.

import { useSearchParams } from "@solidjs/router";
import { reportNewSignIn } from "~/account/sessions";
import { Form } from "~/components/Form";
import { Button } from "~/components/ui/Button";
import { Card } from "~/components/ui/Card";
import { Submit } from "~/components/ui/Submit";
import { param } from "~/lib/url";
import { reportText as texts } from "~/messages/activity";

export default function Report() {
  const [query] = useSearchParams<{ token: string }>();
  return (
    <Card title={texts.title} lead={texts.text}>
      <Form action={reportNewSignIn} fields={{ token: param(query.token) ?? "" }} class="grid">
        <Submit isWide>{texts.button}</Submit>
      </Form>
      <Button href="/" variant="outline" isWide>
        {texts.cancel}
      </Button>
    </Card>
  );
}
