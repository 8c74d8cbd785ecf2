// The user's data: the download, and last of all the deletion.

import { deleteAccount } from "~/account/data";
import { ActionForm } from "../components/ActionForm";
import { Field } from "../components/Field";
import { Section } from "../components/Section";

export function YourData(props: { email: string }) {
  return (
    <>
      <Section id="your-data" title="Your data">
        <div class="flex flex-wrap items-center gap-4 px-4 py-4 sm:px-5">
          <p class="flex-1 basis-60 text-muted-foreground">Everything we store about you, as a JSON file.</p>
          <a href="/account/data" rel="external" class="button button-outlined max-sm:w-full">
            Download your data
          </a>
        </div>
      </Section>
      <Section id="delete-account" title="Delete account" isDangerous>
        <ActionForm action={deleteAccount} class="flex flex-wrap items-start gap-3 px-4 py-4 sm:px-5">
          <p class="w-full text-muted-foreground">
            This deletes your account and everything in it, at once and for good. To confirm, type your email:{" "}
            <strong class="font-semibold wrap-anywhere text-foreground">{props.email}</strong>
          </p>
          <Field
            id="confirmation"
            name="confirmation"
            label="Your email"
            required
            autocomplete="off"
            class="flex-1 basis-60"
          />
          <button type="submit" class="button button-outlined text-destructive max-sm:w-full sm:mt-6.5">
            Delete account
          </button>
        </ActionForm>
      </Section>
    </>
  );
}
