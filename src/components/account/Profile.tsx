// The user's name and address.

import { Show } from "solid-js";
import { changeAddress, saveName } from "~/account/profile";
import { MAX_NAME_LENGTH } from "~/account/text";
import { usePageData } from "~/session";
import { ActionForm } from "../ActionForm";
import { Field } from "../Field";
import { Section } from "../Section";

export function Profile(props: { name: string; email: string; isProven: boolean }) {
  const notice = usePageData("notice");
  const isMailOn = usePageData("isMailOn");
  /** Rejected input stays in the field, so that the user can correct it. */
  const typed = (...codes: string[]) => (codes.includes(notice()?.code ?? "") ? notice()?.typed : undefined);
  return (
    <Section title="Profile">
      <ActionForm action={saveName} class="flex flex-wrap items-end gap-3 px-5 py-4">
        <Field class="flex-1 basis-60" label="Name">
          {(id) => (
            <input
              id={id}
              name="name"
              value={typed("nameTooLong") ?? props.name}
              maxlength={MAX_NAME_LENGTH}
              autocomplete="name"
              class="input"
            />
          )}
        </Field>
        <button type="submit" class="button button-outlined">
          Save
        </button>
      </ActionForm>
      <div class="grid gap-3 border-t border-line px-5 py-4">
        <div>
          <p class="text-sm font-medium">Address</p>
          <p class="wrap-anywhere text-muted">{props.email}</p>
        </div>
        <Show when={isMailOn() && !props.isProven}>
          <ActionForm action={changeAddress} fields={{ email: props.email }} class="flex flex-wrap items-center gap-3">
            <p class="flex-1 basis-60 text-sm text-note">
              You haven't confirmed this address. Until you do, it doesn't count as a sign-in method.
            </p>
            <button type="submit" class="button button-outlined">
              Confirm this address
            </button>
          </ActionForm>
        </Show>
      </div>
      <Show when={isMailOn()}>
        <ActionForm action={changeAddress} class="flex flex-wrap items-end gap-3 px-5 pb-4">
          <Field class="flex-1 basis-60" label="New address">
            {(id) => (
              <input
                id={id}
                name="email"
                type="email"
                required
                value={typed("addressInvalid", "addressUnsent", "addressLimited") ?? ""}
                autocomplete="email"
                placeholder="you@example.com"
                class="input"
              />
            )}
          </Field>
          <button type="submit" class="button button-outlined">
            Change address
          </button>
        </ActionForm>
      </Show>
    </Section>
  );
}
