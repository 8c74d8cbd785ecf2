// The user's name and address.

import { Show } from "solid-js";
import { changeEmail, saveName } from "~/account/profile";
import { Form } from "~/components/Form";
import { OpeningForm } from "~/components/OpeningForm";
import { Section } from "~/components/Section";
import { Badge } from "~/components/ui/Badge";
import { Field } from "~/components/ui/Field";
import { Icon } from "~/components/ui/Icon";
import { Row } from "~/components/ui/Row";
import { Submit } from "~/components/ui/Submit";
import atSignIcon from "~/icons/at-sign.svg?raw";
import pencilIcon from "~/icons/pencil.svg?raw";
import { MAX_NAME_LENGTH } from "~/lib/limits";
import { accountText } from "~/messages/account";

const texts = accountText.profile;

export function Profile(props: { name: string; email: string; isVerified: boolean; isMailOn: boolean }) {
  return (
    <Section id="profile" title={texts.title}>
      <Form action={saveName} class="flex flex-wrap items-start gap-3 px-4 py-4 sm:px-5">
        <Field
          name="name"
          label={texts.name}
          value={props.name}
          maxlength={MAX_NAME_LENGTH}
          autocomplete="name"
          class="min-w-0 flex-1"
        />
        <Submit variant="outline" class="mt-6.5">
          {texts.save}
        </Submit>
      </Form>
      <ul class="border-t border-border">
        <Row
          icon={<Icon svg={atSignIcon} />}
          title={
            <>
              {props.email}
              <Show when={props.isVerified}>
                {" "}
                <Badge>{texts.confirmed}</Badge>
              </Show>
            </>
          }
          detail={props.isVerified ? texts.email : texts.unconfirmed}
        >
          <Show when={props.isMailOn}>
            <Show when={!props.isVerified}>
              <Form action={changeEmail} fields={{ email: props.email }}>
                <Submit variant="outline">{texts.confirm}</Submit>
              </Form>
            </Show>
            <OpeningForm action={changeEmail} label={texts.change} icon={pencilIcon}>
              <Field
                name="email"
                type="email"
                label={texts.newEmail}
                isLabelHidden
                required
                autofocus
                autocomplete="email"
                placeholder="new@example.com"
              />
            </OpeningForm>
          </Show>
        </Row>
      </ul>
    </Section>
  );
}
