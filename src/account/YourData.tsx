// The user's data: the download, and below it the deletion.

import { deleteAccount } from "~/account/data";
import { Form } from "~/components/Form";
import { Section } from "~/components/Section";
import { Button } from "~/components/ui/Button";
import { Field } from "~/components/ui/Field";
import { Submit } from "~/components/ui/Submit";
import { accountText } from "~/messages/account";

const { data, deletion } = accountText;

export function YourData(props: { email: string }) {
  return (
    <>
      <Section id="your-data" title={data.title}>
        <div class="flex flex-wrap items-center gap-4 px-4 py-4 sm:px-5">
          <p class="flex-1 basis-60 text-muted-foreground">{data.text}</p>
          <Button href="/account/data" rel="external" variant="outline" class="max-sm:w-full">
            {data.download}
          </Button>
        </div>
      </Section>
      <Section id="delete-account" title={deletion.title} isDangerous>
        <Form action={deleteAccount} class="flex flex-wrap items-start gap-3 px-4 py-4 sm:px-5">
          <p class="w-full text-muted-foreground">
            {deletion.text} <strong class="font-semibold wrap-anywhere text-foreground">{props.email}</strong>
          </p>
          <Field
            name="confirmation"
            label={deletion.confirmation}
            required
            autocomplete="off"
            class="flex-1 basis-60"
          />
          <Submit variant="destructive" class="max-sm:w-full sm:mt-6.5">
            {deletion.title}
          </Submit>
        </Form>
      </Section>
    </>
  );
}
