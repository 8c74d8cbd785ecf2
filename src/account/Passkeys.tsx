// The user's passkeys, and the button that adds one.

import { signalPasskeys } from "solid-authjs/client";
import { createEffect, Show } from "solid-js";
import { removePasskey, renamePasskey } from "~/account/methods";
import type { AccountDetails } from "~/account/queries";
import { OpeningForm } from "~/components/OpeningForm";
import { Section } from "~/components/Section";
import { Field } from "~/components/ui/Field";
import { Icon } from "~/components/ui/Icon";
import { RelativeTime } from "~/components/ui/RelativeTime";
import { Row } from "~/components/ui/Row";
import { Rows } from "~/components/ui/Rows";
import keyIcon from "~/icons/key-round.svg?raw";
import pencilIcon from "~/icons/pencil.svg?raw";
import trashIcon from "~/icons/trash-2.svg?raw";
import { MAX_PASSKEY_NAME_LENGTH } from "~/lib/limits";
import { accountText } from "~/messages/account";
import { useSession } from "~/session";
import { AddPasskey } from "./AddPasskey";
import noPasskeys from "./no-passkeys.svg?raw";

const texts = accountText.passkeys;

type Methods = AccountDetails["methods"];

export function Passkeys(props: { methods: Methods; name: string; email: string }) {
  const session = useSession();
  // Runs after each change of the passkeys, the name or the address, here or on another device.
  createEffect(() => {
    const signals = props.methods.signals;
    if (signals) void signalPasskeys({ ...signals, name: props.email, displayName: props.name || props.email });
  });
  const hasNone = () => props.methods.passkeys.length === 0;
  return (
    <Show when={session()?.hasPasskeys || !hasNone()}>
      <Section id="passkeys" title={texts.title}>
        <ul class="divide-y divide-border">
          <Rows each={props.methods.passkeys}>
            {(passkey) => <PasskeyRow passkey={passkey} isRemovable={props.methods.isPasskeyRemovable} />}
          </Rows>
        </ul>
        <Show when={session()?.hasPasskeys}>
          <noscript>
            <p class="px-5 py-4 text-sm text-muted-foreground">{texts.needsScript}</p>
          </noscript>
          <AddPasskey
            place="#passkeys"
            fallback={<p class="px-5 py-4 text-sm text-muted-foreground">{texts.unsupported}</p>}
            class={`gap-3 px-4 py-4 sm:px-5 ${hasNone() ? "justify-items-center text-center" : "border-t border-border sm:justify-items-start"}`}
          >
            <Show when={hasNone()}>
              <Icon svg={noPasskeys} class="mt-3 h-20 w-32 text-muted-foreground" />
              <p class="max-w-80 text-sm text-pretty text-muted-foreground">
                <strong class="block font-medium text-foreground">{texts.none}</strong>
                {texts.whatFor}
              </p>
            </Show>
          </AddPasskey>
        </Show>
      </Section>
    </Show>
  );
}

function PasskeyRow(props: { passkey: Methods["passkeys"][number]; isRemovable: boolean }) {
  return (
    <Row
      icon={
        <Icon svg={props.passkey.logo ?? keyIcon} class={props.passkey.logo ? "size-5 *:fill-current" : "size-5"} />
      }
      title={props.passkey.name}
      detail={
        <>
          {props.passkey.isSynced ? texts.synced : texts.notSynced}
          {` · ${texts.added} `}
          <RelativeTime iso={props.passkey.createdAt} />
          {" · "}
          <Show when={props.passkey.lastUsedAt} fallback={texts.neverUsed}>
            {(iso) => (
              <>
                {texts.lastUsed} <RelativeTime iso={iso()} />
              </>
            )}
          </Show>
          <Show when={!props.isRemovable}>
            <span class="block">{texts.onlyWay}</span>
          </Show>
        </>
      }
    >
      <OpeningForm
        action={renamePasskey}
        fields={{ id: props.passkey.id }}
        label={texts.rename}
        subject={props.passkey.name}
        icon={pencilIcon}
      >
        <Field
          name="name"
          label={texts.nameOf(props.passkey.name)}
          isLabelHidden
          value={props.passkey.name}
          required
          autofocus
          maxlength={MAX_PASSKEY_NAME_LENGTH}
        />
      </OpeningForm>
      <Show when={props.isRemovable}>
        <OpeningForm
          action={removePasskey}
          fields={{ id: props.passkey.id }}
          label={texts.remove}
          subject={props.passkey.name}
          question={texts.askToRemove(props.passkey.name)}
          icon={trashIcon}
          class="text-destructive"
        />
      </Show>
    </Row>
  );
}
