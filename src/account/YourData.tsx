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
          <p class="flex-1 basis-60 text-muted">Everything we store about you, as a JSON file.</p>
          <a href="/account/data" rel="external" class="button button-outlined max-sm:w-full">
            Download your data
          </a>
        </div>
      </Section>
      <Section id="delete-account" title="Delete account" isDangerous>
        <ActionForm action={deleteAccount} class="flex flex-wrap items-end gap-3 px-4 py-4 sm:px-5">
          <p class="w-full text-muted">
            This deletes your account and everything in it, at once and for good. To confirm, type your address:{" "}
            <strong class="font-semibold wrap-anywhere text-ink">{props.email}</strong>
          </p>
          <Field class="flex-1 basis-60" label="Your address">
            {(id) => <input id={id} name="confirmation" required autocomplete="off" class="input" />}
          </Field>
          <button type="submit" class="button button-outlined text-bad max-sm:w-full">
            Delete account
          </button>
        </ActionForm>
      </Section>
    </>
  );
}
