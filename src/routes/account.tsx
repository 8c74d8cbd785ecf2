import { Title } from "@solidjs/meta";
import { createAsync, revalidate } from "@solidjs/router";
import KeyRound from "lucide-solid/icons/key-round";
import Mail from "lucide-solid/icons/mail";
import { For, type JSX, type ParentProps, Show } from "solid-js";
import { accountMethods } from "~/account/methods";
import { AddPasskey } from "~/components/AddPasskey";
import { AuthForm } from "~/components/AuthForm";
import { GitHubIcon } from "~/components/GitHubIcon";
import { Protected } from "~/components/Protected";

export default Protected((props) => {
  const methods = createAsync(() => accountMethods(), { deferStream: true });
  return (
    <div class="mx-auto grid w-full max-w-2xl gap-8">
      <Title>Your account</Title>
      <h1 class="text-2xl">Your account</h1>

      <Section title="Profile">
        <dl class="grid gap-x-6 gap-y-3 px-5 py-4 sm:grid-cols-[8rem_1fr]">
          <dt class="text-muted">Name</dt>
          <dd class="wrap-anywhere">{props.user.name || "Not given"}</dd>
          <dt class="text-muted">Address</dt>
          <dd class="wrap-anywhere">{props.user.email}</dd>
        </dl>
      </Section>

      <Section title="Sign-in methods">
        <ul class="divide-y divide-line">
          <Show when={methods()?.email}>
            <Row icon={<Mail aria-hidden="true" class="size-5" />} title="E-mail" detail="Links go to your address." />
          </Show>
          <Show when={methods()?.gitHub !== "off"}>
            <Row
              icon={<GitHubIcon />}
              title="GitHub"
              detail={methods()?.gitHub === "connected" ? "Connected." : "Not connected."}
            >
              <Show when={methods()?.gitHub === "available"}>
                <AuthForm action="signin/github" fields={{ connect: "true", callbackUrl: "/account" }}>
                  <button type="submit" class="button button-outlined">
                    Connect GitHub
                  </button>
                </AuthForm>
              </Show>
            </Row>
          </Show>
          <For each={methods()?.passkeys}>
            {(passkey) => (
              <Row
                icon={<KeyRound aria-hidden="true" class="size-5" />}
                title={passkey.name}
                detail={
                  <>
                    Added <Day iso={passkey.createdAt} />
                    <Show when={passkey.lastUsedAt}>
                      {(iso) => (
                        <>
                          {" · "}last used <Day iso={iso()} />
                        </>
                      )}
                    </Show>
                  </>
                }
              />
            )}
          </For>
        </ul>
        <div class="grid gap-3 border-t border-line px-5 py-4 sm:justify-items-start">
          <AddPasskey onAdded={() => revalidate(accountMethods.key)} />
        </div>
      </Section>
    </div>
  );
});

function Section(props: ParentProps<{ title: string }>) {
  return (
    <section class="grid gap-3">
      <h2>{props.title}</h2>
      <div class="rounded-card border border-line bg-surface shadow-card dark:shadow-none">{props.children}</div>
    </section>
  );
}

function Row(props: ParentProps<{ icon: JSX.Element; title: string; detail: JSX.Element }>) {
  return (
    <li class="flex flex-wrap items-center gap-4 px-5 py-4">
      <span class="grid size-10 shrink-0 place-items-center rounded-control bg-sunken">{props.icon}</span>
      <div class="flex-1 basis-40">
        <div class="font-medium">{props.title}</div>
        <div class="text-sm text-muted">{props.detail}</div>
      </div>
      {props.children}
    </li>
  );
}

/** A date, the exact time on hover. Always in one spelling, so that server and browser write the same. */
function Day(props: { iso: string }) {
  return (
    <time datetime={props.iso} title={props.iso}>
      {new Date(props.iso).toLocaleDateString("en", { dateStyle: "medium", timeZone: "UTC" })}
    </time>
  );
}
