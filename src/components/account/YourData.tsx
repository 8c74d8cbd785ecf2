// The user's data: download and deletion.

import { deleteAccount } from "~/account/data";
import { ActionForm } from "../ActionForm";
import { Field } from "../Field";
import { Section } from "../Section";

export function YourData(props: { email: string }) {
  return (
    <Section title="Your data">
      <div class="flex flex-wrap items-center gap-4 px-5 py-4">
        <p class="flex-1 basis-60 text-muted">All data stored about you, as a JSON file.</p>
        <a href="/account/data" rel="external" class="button button-outlined">
          Download your data
        </a>
      </div>
      <ActionForm action={deleteAccount} class="flex flex-wrap items-end gap-3 border-t border-line px-5 py-4">
        <p class="w-full text-muted">
          This deletes your account and all its data immediately and permanently. To confirm, type your address:{" "}
          <strong class="font-semibold wrap-anywhere text-ink">{props.email}</strong>
        </p>
        <Field class="flex-1 basis-60" label="Your address">
          {(id) => <input id={id} name="confirmation" required autocomplete="off" class="input" />}
        </Field>
        <button type="submit" class="button button-outlined text-bad">
          Delete account
        </button>
      </ActionForm>
    </Section>
  );
}
