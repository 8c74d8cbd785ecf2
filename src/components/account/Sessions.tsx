// The list of the user's sessions.

import { createAsync } from "@solidjs/router";
import monitorIcon from "lucide-static/icons/monitor.svg?raw";
import { For, Show } from "solid-js";
import { accountSessions, endOtherSessions, endSession, type SessionSummary } from "~/account/sessions";
import { ActionForm } from "../ActionForm";
import { AuthForm } from "../AuthForm";
import { Day } from "../Day";
import { Icon } from "../Icon";
import { Row } from "../Row";
import { Section } from "../Section";

export function Sessions() {
  const sessions = createAsync(() => accountSessions(), { deferStream: true });
  return (
    <Section title="Sessions">
      <Show
        when={sessions()}
        fallback={
          <p class="px-5 py-4 text-muted">
            Sessions cannot be listed here because each one is stored in its own browser only. A session ends when you
            sign out in that browser, or when it has not been used for a while.
          </p>
        }
      >
        {(known) => (
          <>
            <ul class="divide-y divide-line">
              <For each={known()}>{(session) => <SessionRow session={session} />}</For>
            </ul>
            <div class="border-t border-line px-5 py-4">
              <Show when={known().length > 1} fallback={<p class="text-sm text-muted">You have no other sessions.</p>}>
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
