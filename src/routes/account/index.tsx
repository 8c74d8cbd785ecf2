import { Title } from "@solidjs/meta";
import { createAsync, revalidate } from "@solidjs/router";
import keyIcon from "lucide-static/icons/key-round.svg?raw";
import mailIcon from "lucide-static/icons/mail.svg?raw";
import monitorIcon from "lucide-static/icons/monitor.svg?raw";
import { createUniqueId, For, type JSX, type ParentProps, Show } from "solid-js";
import { deleteAccount } from "~/account/data";
import {
  accountMethods,
  disconnectProvider,
  type PasskeySummary,
  type ProviderSummary,
  removePasskey,
  renamePasskey,
} from "~/account/methods";
import { changeAddress, saveName } from "~/account/profile";
import { accountSessions, endOtherSessions, endSession, type SessionSummary } from "~/account/sessions";
import { MAX_NAME_LENGTH, MAX_PASSKEY_NAME_LENGTH } from "~/account/text";
import { ActionForm } from "~/components/ActionForm";
import { AddPasskey } from "~/components/AddPasskey";
import { AuthForm } from "~/components/AuthForm";
import { Icon } from "~/components/Icon";
import { Protected, type ProtectedProps } from "~/components/Protected";
import { usePageData } from "~/session";

function Account(props: ProtectedProps) {
  return (
    <div class="mx-auto grid w-full max-w-2xl gap-10">
      <Title>Your account</Title>
      <h1 class="text-2xl">Your account</h1>
      <Profile name={props.user.name ?? ""} email={props.user.email ?? ""} isProven={props.user.emailVerified} />
      <Methods />
      <Sessions />
      <Data email={props.user.email ?? ""} />
    </div>
  );
}

export default Protected(Account);

function Profile(props: { name: string; email: string; isProven: boolean }) {
  const notice = usePageData("notice");
  const isMailOn = usePageData("isMailOn");
  /** What could not be saved stays as it was typed, to be corrected. */
  const typed = (...codes: string[]) => (codes.includes(notice()?.code ?? "") ? notice()?.typed : undefined);
  return (
    <Section title="Profile">
      <ActionForm action={saveName} class="flex flex-wrap items-end gap-3 px-5 py-4">
        <Field label="Name">
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
              You haven't confirmed this address. Until you do, it doesn't count as a way to sign in.
            </p>
            <button type="submit" class="button button-outlined">
              Confirm this address
            </button>
          </ActionForm>
        </Show>
      </div>
      <Show when={isMailOn()}>
        <ActionForm action={changeAddress} class="flex flex-wrap items-end gap-3 px-5 pb-4">
          <Field label="New address">
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

const ONLY_WAY = "It is your only way to sign in: add another one before you remove it.";

function Methods() {
  const methods = createAsync(() => accountMethods(), { deferStream: true });
  const isRemovable = () => methods()?.isRemovable ?? false;
  return (
    <Section title="Sign-in methods">
      <ul class="divide-y divide-line">
        <Show when={methods()?.hasEmail}>
          <Row icon={<Icon svg={mailIcon} />} title="E-mail" detail="Links go to your address." />
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

function Sessions() {
  const sessions = createAsync(() => accountSessions(), { deferStream: true });
  return (
    <Section title="Sessions">
      <Show
        when={sessions()}
        fallback={
          <p class="px-5 py-4 text-muted">
            There is no list of sessions here: each one is a sealed cookie in its own browser. It ends when you sign out
            there, or by itself when it has not been used for a while.
          </p>
        }
      >
        {(known) => (
          <>
            <ul class="divide-y divide-line">
              <For each={known()}>{(session) => <SessionRow session={session} />}</For>
            </ul>
            <div class="border-t border-line px-5 py-4">
              <Show
                when={known().length > 1}
                fallback={<p class="text-sm text-muted">You are signed in nowhere else.</p>}
              >
                <ActionForm action={endOtherSessions}>
                  <button type="submit" class="button button-outlined">
                    Sign out other sessions
                  </button>
                </ActionForm>
              </Show>
            </div>
          </>
        )}
      </Show>
    </Section>
  );
}

function SessionRow(props: { session: SessionSummary }) {
  const button = () => (
    <button type="submit" class="button button-outlined">
      Sign out
    </button>
  );
  return (
    <Row
      icon={<Icon svg={monitorIcon} />}
      title={
        <>
          {props.session.device}
          <Show when={props.session.isCurrent}>
            {" "}
            <span class="ml-1 rounded-full bg-good-soft px-2 py-0.5 text-xs font-medium whitespace-nowrap text-good">
              This session
            </span>
          </Show>
        </>
      }
      detail={
        <>
          Signed in <Day iso={props.session.createdAt} />
          {" · last seen "}
          <Day iso={props.session.lastSeenAt} />
        </>
      }
    >
      <Show
        when={props.session.isCurrent}
        fallback={
          <ActionForm action={endSession} fields={{ id: props.session.id }}>
            {button()}
          </ActionForm>
        }
      >
        <AuthForm action="signout" fields={{ callbackUrl: "/" }}>
          {button()}
        </AuthForm>
      </Show>
    </Row>
  );
}

function Data(props: { email: string }) {
  return (
    <Section title="Your data">
      <div class="flex flex-wrap items-center gap-4 px-5 py-4">
        <p class="flex-1 basis-60 text-muted">Everything that is kept about you, as a JSON file.</p>
        <a href="/account/data" download="account.json" rel="external" class="button button-outlined">
          Download your data
        </a>
      </div>
      <ActionForm action={deleteAccount} class="flex flex-wrap items-end gap-3 border-t border-line px-5 py-4">
        <p class="w-full text-muted">
          Deleting your account deletes all that belongs to it, at once and for good. To confirm, type your address:{" "}
          <strong class="font-semibold wrap-anywhere text-ink">{props.email}</strong>
        </p>
        <Field label="Your address">
          {(id) => <input id={id} name="confirmation" required autocomplete="off" class="input" />}
        </Field>
        <button type="submit" class="button button-outlined text-bad">
          Delete account
        </button>
      </ActionForm>
    </Section>
  );
}

function Section(props: ParentProps<{ title: string }>) {
  const id = createUniqueId();
  return (
    <section aria-labelledby={id} class="grid gap-3">
      <h2 id={id}>{props.title}</h2>
      <div class="rounded-card border border-line bg-surface shadow-card dark:shadow-none">{props.children}</div>
    </section>
  );
}

function Row(props: ParentProps<{ icon: JSX.Element; title: JSX.Element; detail: JSX.Element }>) {
  return (
    <li class="flex flex-wrap items-center gap-4 px-5 py-4">
      <span class="grid size-10 shrink-0 place-items-center rounded-control bg-sunken">{props.icon}</span>
      <div class="min-w-0 flex-1 basis-40">
        <div class="font-medium wrap-anywhere">{props.title}</div>
        <div class="text-sm text-muted">{props.detail}</div>
      </div>
      {props.children}
    </li>
  );
}

function Field(props: { label: string; children: (id: string) => JSX.Element }) {
  const id = createUniqueId();
  return (
    <div class="grid flex-1 basis-60 gap-1.5">
      <label for={id} class="text-sm font-medium">
        {props.label}
      </label>
      {props.children(id)}
    </div>
  );
}

/** A date, the exact time on hover. Always in one spelling, so that server and browser write the same. */
function Day(props: { iso: string }) {
  return (
    <time datetime={props.iso} title={new Date(props.iso).toUTCString()}>
      {new Date(props.iso).toLocaleDateString("en", { dateStyle: "medium", timeZone: "UTC" })}
    </time>
  );
}
