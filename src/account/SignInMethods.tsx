// The user's sign-in methods, and those they can add.

import keyIcon from "lucide-static/icons/key-round.svg?raw";
import mailIcon from "lucide-static/icons/mail.svg?raw";
import pencilIcon from "lucide-static/icons/pencil.svg?raw";
import trashIcon from "lucide-static/icons/trash-2.svg?raw";
import unplugIcon from "lucide-static/icons/unplug.svg?raw";
import { signalPasskeys } from "solid-auth/client";
import { createEffect, For, Show } from "solid-js";
import { disconnectProvider, removePasskey, renamePasskey } from "~/account/methods";
import { MAX_PASSKEY_NAME_LENGTH } from "~/lib/limits";
import { type PageData, usePageData } from "~/page-data";
import { Ago } from "../components/Ago";
import { AuthForm } from "../components/AuthForm";
import { Field } from "../components/Field";
import { Icon } from "../components/Icon";
import { OpeningForm } from "../components/OpeningForm";
import { Row } from "../components/Row";
import { Section } from "../components/Section";
import { AddPasskey } from "./AddPasskey";
import noPasskeys from "./no-passkeys.svg?raw";
import { passkeyField } from "./text";

type Methods = NonNullable<PageData["account"]>["methods"];

const ONLY_WAY = "This is your only sign-in method. Add another one before you remove it.";

export function SignInMethods(props: { name: string; email: string }) {
  const account = usePageData("account");
  const methods = () => account()?.methods;
  // After each change of the passkeys, the name or the address, here or on another device.
  createEffect(() => {
    const signals = methods()?.signals;
    if (signals) void signalPasskeys({ ...signals, name: props.email, displayName: props.name || props.email });
  });
  const isRemovable = () => methods()?.isRemovable ?? false;
  const hasNone = () => methods()?.passkeys.length === 0;
  return (
    <Section id="sign-in-methods" title="Sign-in methods">
      <ul class="divide-y divide-border">
        <Show when={methods()?.hasEmail}>
          <Row icon={<Icon svg={mailIcon} />} title="Email" detail="We email you a sign-in link." />
        </Show>
        <For each={methods()?.providers}>
          {(provider) => <ProviderRow provider={provider} isRemovable={isRemovable()} />}
        </For>
        <For each={methods()?.passkeys}>
          {(passkey) => <PasskeyRow passkey={passkey} isRemovable={isRemovable()} />}
        </For>
      </ul>
      <Show when={methods()?.hasPasskeys}>
        <AddPasskey
          place="#sign-in-methods"
          class={`gap-3 border-t border-border px-4 py-4 sm:px-5 ${hasNone() ? "justify-items-center text-center" : "sm:justify-items-start"}`}
        >
          <Show when={hasNone()}>
            <Icon svg={noPasskeys} class="mt-3 h-20 w-32 text-muted-foreground" />
            <p class="max-w-80 text-sm text-pretty text-muted-foreground">
              <strong class="block font-medium text-foreground">No passkeys yet</strong>
              Add one, and you can sign in with your fingerprint, your face or this device's PIN.
            </p>
          </Show>
        </AddPasskey>
      </Show>
    </Section>
  );
}

function ProviderRow(props: { provider: Methods["providers"][number]; isRemovable: boolean }) {
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
          <AuthForm
            action={`signin/${props.provider.id}`}
            fields={{ connect: "true", callbackUrl: "/account#sign-in-methods" }}
          >
            <button type="submit" class="button button-outlined gap-1">
              Connect<span class="max-sm:sr-only"> {props.provider.name}</span>
            </button>
          </AuthForm>
        }
      >
        <Show when={props.isRemovable}>
          <OpeningForm
            action={disconnectProvider}
            fields={{ provider: props.provider.id }}
            label={`Disconnect ${props.provider.name}`}
            question={`Disconnect ${props.provider.name}?`}
            icon={unplugIcon}
            class="text-destructive"
          />
        </Show>
      </Show>
    </Row>
  );
}

function PasskeyRow(props: { passkey: Methods["passkeys"][number]; isRemovable: boolean }) {
  const field = () => passkeyField(props.passkey.id);
  return (
    <Row
      icon={<Icon svg={keyIcon} />}
      title={props.passkey.name}
      detail={
        <>
          Added <Ago iso={props.passkey.createdAt} />
          {" · "}
          <Show when={props.passkey.lastUsedAt} fallback="never used">
            {(iso) => (
              <>
                last used <Ago iso={iso()} />
              </>
            )}
          </Show>
          <Show when={!props.isRemovable}>
            <span class="block">{ONLY_WAY}</span>
          </Show>
        </>
      }
    >
      <OpeningForm
        action={renamePasskey}
        fields={{ id: props.passkey.id }}
        field={field()}
        label="Rename"
        of={props.passkey.name}
        icon={pencilIcon}
      >
        <Field
          id={field()}
          name="name"
          label={`Name of the passkey ${props.passkey.name}`}
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
          label="Remove"
          of={props.passkey.name}
          question={`Remove “${props.passkey.name}”?`}
          icon={trashIcon}
          class="text-destructive"
        />
      </Show>
    </Row>
  );
}
