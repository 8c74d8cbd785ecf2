// The list of the user's sessions.

import unknownIcon from "lucide-static/icons/circle-question-mark.svg?raw";
import signOutIcon from "lucide-static/icons/log-out.svg?raw";
import computerIcon from "lucide-static/icons/monitor.svg?raw";
import phoneIcon from "lucide-static/icons/smartphone.svg?raw";
import tabletIcon from "lucide-static/icons/tablet.svg?raw";
import endIcon from "lucide-static/icons/x.svg?raw";
import { For, Show } from "solid-js";
import { endOtherSessions, endSession } from "~/account/sessions";
import { type PageData, usePageData } from "~/page-data";
import { ActionForm } from "../components/ActionForm";
import { Ago } from "../components/Ago";
import { AuthForm } from "../components/AuthForm";
import { Badge } from "../components/Badge";
import { Icon } from "../components/Icon";
import { OpeningForm } from "../components/OpeningForm";
import { Row, RowButton } from "../components/Row";
import { Section } from "../components/Section";

type Session = NonNullable<NonNullable<PageData["account"]>["sessions"]>[number];

const ICONS = { phone: phoneIcon, tablet: tabletIcon, computer: computerIcon, unknown: unknownIcon };

export function Sessions() {
  const account = usePageData("account");
  return (
    <Section id="sessions" title="Sessions">
      <Show
        when={account()?.sessions}
        fallback={
          <p class="px-5 py-4 text-muted-foreground">
            Sessions can't be listed here, because each one is stored only in its own browser. A session ends when you
            sign out in that browser, or when it hasn't been used for a while.
          </p>
        }
      >
        {(known) => (
          <>
            <ul class="divide-y divide-border">
              <For each={known()}>{(session) => <SessionRow session={session} />}</For>
            </ul>
            <div class="border-t border-border px-4 py-4 sm:px-5">
              <Show
                when={known().length > 1}
                fallback={
                  <p class="text-sm text-muted-foreground">You have no other sessions. New ones will show up here.</p>
                }
              >
                <OpeningForm
                  action={endOtherSessions}
                  label="Sign out other sessions"
                  question="Sign out all other sessions?"
                  class="text-destructive max-sm:grow"
                />
              </Show>
            </div>
          </>
        )}
      </Show>
    </Section>
  );
}

function SessionRow(props: { session: Session }) {
  return (
    <Row
      icon={<Icon svg={ICONS[props.session.device.kind]} />}
      title={
        <>
          {props.session.device.name}
          <Show when={props.session.isCurrent}>
            {" "}
            <Badge>This session</Badge>
          </Show>
        </>
      }
      detail={
        <>
          Signed in <Ago iso={props.session.createdAt} />
          {" · last seen "}
          <Ago iso={props.session.lastSeenAt} />
        </>
      }
    >
      {/* Signing oneself out leads away from here; ending another session does not. */}
      <Show
        when={props.session.isCurrent}
        fallback={
          <ActionForm action={endSession} fields={{ id: props.session.id }}>
            <RowButton
              icon={endIcon}
              label="Sign out"
              of={props.session.device.name}
              class="border-transparent text-destructive"
            />
          </ActionForm>
        }
      >
        <AuthForm action="signout" fields={{ callbackUrl: "/" }}>
          <RowButton icon={signOutIcon} label="Sign out" />
        </AuthForm>
      </Show>
    </Row>
  );
}
