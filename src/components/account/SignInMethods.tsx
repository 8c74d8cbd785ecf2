// The user's sign-in methods, and those they can add.

import { createAsync, revalidate } from "@solidjs/router";
import keyIcon from "lucide-static/icons/key-round.svg?raw";
import mailIcon from "lucide-static/icons/mail.svg?raw";
import { For, Show } from "solid-js";
import {
  accountMethods,
  disconnectProvider,
  type PasskeySummary,
  type ProviderSummary,
  removePasskey,
  renamePasskey,
} from "~/account/methods";
import { MAX_PASSKEY_NAME_LENGTH } from "~/account/text";
import { ActionForm } from "../ActionForm";
import { AddPasskey } from "../AddPasskey";
import { AuthForm } from "../AuthForm";
import { Day } from "../Day";
import { Icon } from "../Icon";
import { Row } from "../Row";
import { Section } from "../Section";

const ONLY_WAY = "This is your only sign-in method. Add another one before you remove it.";

export function SignInMethods() {
  const methods = createAsync(() => accountMethods(), { deferStream: true });
  const isRemovable = () => methods()?.isRemovable ?? false;
  return (
    <Section title="Sign-in methods">
      <ul class="divide-y divide-line">
        <Show when={methods()?.hasEmail}>
          <Row icon={<Icon svg={mailIcon} />} title="E-mail" detail="Sign-in links are sent to your address." />
        </Show>
        <For each={methods()?.providers}>
          {(provider) => <ProviderRow provider={provider} isRemovable={isRemovable()} />}
        </For>
        <For each={methods()?.passkeys}>{(passkey) => <Passkey passkey={passkey} isRemovable={isRemovable()} />}</For>
      </ul>
      <Show when={methods()?.hasPasskeys}>
        <div class="grid gap-3 border-t border-line px-5 py-4 sm:justify-items-start">
          <AddPasskey onAdded={() => revalidate(accountMethods.key)} />
        </div>
      </Show>
    </Section>
  );
}

function ProviderRow(props: { provider: ProviderSummary; isRemovable: boolean }) {
  const state = () => {
    if (!props.provider.isConnected) return "Not connected.";
    const connected = props.provider.label ? `Connected as ${props.provider.label}.` : "Connected.";
    return props.isRemovable ? connected : `${connected} ${ONLY_WAY}`;
  };
  return (
    <Row
      icon={<Icon svg={props.provider.icon} class="size-5 *:fill-current" />}
      title={props.provider.name}
      detail={state()}
    >
      <Show
        when={props.provider.isConnected}
        fallback={
          <AuthForm action={`signin/${props.provider.id}`} fields={{ connect: "true", callbackUrl: "/account" }}>
            <button type="submit" class="button button-outlined">
              Connect {props.provider.name}
            </button>
          </AuthForm>
        }
      >
        <Show when={props.isRemovable}>
          <ActionForm action={disconnectProvider} fields={{ provider: props.provider.id }}>
            <button type="submit" class="button button-outlined">
              Disconnect {props.provider.name}
            </button>
          </ActionForm>
        </Show>
      </Show>
    </Row>
  );
}

function Passkey(props: { passkey: PasskeySummary; isRemovable: boolean }) {
  return (
    <Row
      icon={<Icon svg={keyIcon} />}
      title={props.passkey.name}
      detail={
        <>
          Added <Day iso={props.passkey.createdAt} />
          {" · "}
          <Show when={props.passkey.lastUsedAt} fallback="never used">
            {(iso) => (
              <>
                last used <Day iso={iso()} />
              </>
            )}
          </Show>
          <Show when={!props.isRemovable}>
            <span class="block">{ONLY_WAY}</span>
          </Show>
        </>
      }
    >
      <div class="flex w-full flex-wrap gap-3 sm:pl-14">
        <ActionForm action={renamePasskey} fields={{ id: props.passkey.id }} class="flex grow flex-wrap gap-3">
          <input
            name="name"
            aria-label={`Name of the passkey ${props.passkey.name}`}
            value={props.passkey.name}
            required
            maxlength={MAX_PASSKEY_NAME_LENGTH}
            class="input max-w-72 min-w-40 flex-1"
          />
          <button type="submit" class="button button-outlined">
            Rename
          </button>
        </ActionForm>
        <Show when={props.isRemovable}>
          <ActionForm action={removePasskey} fields={{ id: props.passkey.id }}>
            <button type="submit" class="button button-outlined text-bad">
              Remove
            </button>
          </ActionForm>
        </Show>
      </div>
    </Row>
  );
}
