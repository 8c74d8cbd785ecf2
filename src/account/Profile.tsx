// The user's name and address.

import atSignIcon from "lucide-static/icons/at-sign.svg?raw";
import pencilIcon from "lucide-static/icons/pencil.svg?raw";
import { createMemo, Show } from "solid-js";
import { changeAddress, saveName } from "~/account/profile";
import { MAX_NAME_LENGTH } from "~/lib/limits";
import { usePageData } from "~/page-data";
import { ActionForm } from "../components/ActionForm";
import { Badge } from "../components/Badge";
import { Field } from "../components/Field";
import { Icon } from "../components/Icon";
import { OpeningForm } from "../components/OpeningForm";
import { Row } from "../components/Row";
import { Section } from "../components/Section";

export function Profile(props: { name: string; email: string; isProven: boolean }) {
  const notice = usePageData("notice");
  const isMailOn = usePageData("isMailOn");
  /** Rejected input stays in the field, so that the user can correct it. */
  const typed = (...codes: string[]) => (codes.includes(notice()?.code ?? "") ? notice()?.typed : undefined);
  // The field is set only if the name has changed, so that it keeps what is being typed.
  const name = createMemo(() => typed("nameTooLong") ?? props.name);
  return (
    <Section id="profile" title="Profile">
      <ActionForm action={saveName} class="flex items-end gap-3 px-4 py-4 sm:px-5">
        <Field class="min-w-0 flex-1" label="Name">
          {(id) => (
            <input id={id} name="name" value={name()} maxlength={MAX_NAME_LENGTH} autocomplete="name" class="input" />
          )}
        </Field>
        <button type="submit" class="button button-outlined">
          Save
        </button>
      </ActionForm>
      <ul class="border-t border-line">
        <Row
          icon={<Icon svg={atSignIcon} />}
          title={
            <>
              {props.email}
              <Show when={props.isProven}>
                {" "}
                <Badge>Confirmed</Badge>
              </Show>
            </>
          }
          detail={
            props.isProven
              ? "Your address"
              : "You haven't confirmed this address. Until you do, it doesn't count as a sign-in method."
          }
        >
          <Show when={isMailOn()}>
            <Show when={!props.isProven}>
              <ActionForm action={changeAddress} fields={{ email: props.email }}>
                <button type="submit" class="button button-outlined">
                  Confirm this address
                </button>
              </ActionForm>
            </Show>
            <OpeningForm action={changeAddress} label="Change address" icon={pencilIcon}>
              <input
                name="email"
                type="email"
                aria-label="New address"
                required
                value={typed("addressInvalid", "addressUnsent", "addressLimited") ?? ""}
                autocomplete="email"
                placeholder="new@example.com"
                class="input"
              />
            </OpeningForm>
          </Show>
        </Row>
      </ul>
    </Section>
  );
}
