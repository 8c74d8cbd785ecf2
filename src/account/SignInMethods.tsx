// The user's sign-in methods, and the methods that they can add. Passkeys have a separate section.

import { Show } from "solid-js";
import { disconnectProvider } from "~/account/methods";
import type { AccountDetails } from "~/account/queries";
import { AuthForm } from "~/components/AuthForm";
import { OpeningForm } from "~/components/OpeningForm";
import { Section } from "~/components/Section";
import { Icon } from "~/components/ui/Icon";
import { Row } from "~/components/ui/Row";
import { Rows } from "~/components/ui/Rows";
import { Submit } from "~/components/ui/Submit";
import mailIcon from "~/icons/mail.svg?raw";
import unplugIcon from "~/icons/unplug.svg?raw";
import { accountText } from "~/messages/account";
import { useSession } from "~/session";

type Methods = AccountDetails["methods"];

const texts = accountText.methods;

export function SignInMethods(props: { methods: Methods }) {
  return (
    <Section id="sign-in-methods" title={texts.title}>
      <ul class="divide-y divide-border">
        <Show when={props.methods.hasEmail}>
          <Row icon={<Icon svg={mailIcon} />} title={texts.email} detail={texts.emailDetail} />
        </Show>
        <Rows each={props.methods.providers}>
          {(provider) => <ProviderRow provider={provider} isRemovable={props.methods.isRemovable} />}
        </Rows>
      </ul>
    </Section>
  );
}

function ProviderRow(props: { provider: Methods["providers"][number]; isRemovable: boolean }) {
  const session = useSession();
  const state = () => {
    if (!props.provider.isConnected) return texts.notConnected;
    const connected = texts.connected(props.provider.label);
    return props.isRemovable ? connected : `${connected} ${texts.onlyWay}`;
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
            csrfToken={session()?.csrfToken}
            fields={{
              connect: "true",
              callbackUrl: "/account#sign-in-methods",
              user: session()?.user?.id,
              from: "/account",
            }}
          >
            <Submit variant="outline" class="gap-1">
              {texts.connect}
              <span class="max-sm:sr-only"> {props.provider.name}</span>
            </Submit>
          </AuthForm>
        }
      >
        <Show when={props.isRemovable}>
          <OpeningForm
            action={disconnectProvider}
            fields={{ provider: props.provider.id }}
            label={texts.disconnect(props.provider.name)}
            question={texts.askToDisconnect(props.provider.name)}
            icon={unplugIcon}
            class="text-destructive"
          />
        </Show>
      </Show>
    </Row>
  );
}
