// The page behind "This wasn't me" in the mail to an old address. An opened link changes nothing, because mail scanners
// open links too. The button undoes the change. The button works for visitors, who may not be able to sign in.

import { useSearchParams } from "@solidjs/router";
import { undoEmail } from "~/account/profile";
import { Form } from "~/components/Form";
import { Button } from "~/components/ui/Button";
import { Card } from "~/components/ui/Card";
import { Submit } from "~/components/ui/Submit";
import { param } from "~/lib/url";
import { undoText as texts } from "~/messages/activity";

export default function Undo() {
  const [query] = useSearchParams<{ token: string }>();
  return (
    <Card title={texts.title} lead={texts.text}>
      <Form action={undoEmail} fields={{ token: param(query.token) ?? "" }} class="grid">
        <Submit isWide>{texts.button}</Submit>
      </Form>
      <Button href="/" variant="outline" isWide>
        {texts.cancel}
      </Button>
    </Card>
  );
}
