// The list of the user's sessions.

import { For, Show } from "solid-js";
import { endOtherSessions, endSession } from "~/account/sessions";
import unknownIcon from "~/icons/circle-question-mark.svg?raw";
import signOutIcon from "~/icons/log-out.svg?raw";
import computerIcon from "~/icons/monitor.svg?raw";
import phoneIcon from "~/icons/smartphone.svg?raw";
import tabletIcon from "~/icons/tablet.svg?raw";
import endIcon from "~/icons/x.svg?raw";
import { accountText } from "~/messages/account";
import { type PageData, usePageData } from "~/page-data";
import { Ago } from "../components/Ago";
import { AuthForm } from "../components/AuthForm";
import { Badge } from "../components/Badge";
import { Form } from "../components/Form";
import { Icon } from "../components/Icon";
import { OpeningForm } from "../components/OpeningForm";
import { Row, RowButton } from "../components/Row";
import { Section } from "../components/Section";

type Session = NonNullable<NonNullable<PageData["account"]>["sessions"]>[number];

const texts = accountText.sessions;

export const DEVICE_ICONS = { phone: phoneIcon, tablet: tabletIcon, computer: computerIcon, unknown: unknownIcon };

export function Sessions() {
  const account = usePageData("account");
  return (
    <Section id="sessions" title={texts.title}>
      <Show when={account()?.sessions} fallback={<p class="px-5 py-4 text-muted-foreground">{texts.unlisted}</p>}>
        {(known) => (
          <>
            <ul class="divide-y divide-border">
              <For each={known()}>{(session) => <SessionRow session={session} />}</For>
            </ul>
            <div class="border-t border-border px-4 py-4 sm:px-5">
              <Show when={known().length > 1} fallback={<p class="text-sm text-muted-foreground">{texts.noOthers}</p>}>
                <OpeningForm
                  action={endOtherSessions}
                  label={texts.signOutOthers}
                  question={texts.askToSignOutOthers}
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
      icon={<Icon svg={DEVICE_ICONS[props.session.device.kind]} />}
      title={
        <>
          {props.session.device.name}
          <Show when={props.session.isCurrent}>
            {" "}
            <Badge>{texts.current}</Badge>
          </Show>
          <Show when={props.session.isBound}>
            {" "}
            <Badge>{texts.bound(props.session.isCurrent)}</Badge>
          </Show>
        </>
      }
      detail={
        <>
          {texts.signedIn} <Ago iso={props.session.createdAt} />
          {` · ${texts.lastSeen} `}
          <Ago iso={props.session.lastSeenAt} />
        </>
      }
    >
      {/* Signing oneself out leads away from here; ending another session does not. */}
      <Show
        when={props.session.isCurrent}
        fallback={
          <Form action={endSession} fields={{ id: props.session.id }}>
            <RowButton
              icon={endIcon}
              label={texts.signOut}
              of={props.session.device.name}
              class="border-transparent text-destructive"
            />
          </Form>
        }
      >
        <AuthForm action="signout" fields={{ callbackUrl: "/" }}>
          <RowButton icon={signOutIcon} label={texts.signOut} />
        </AuthForm>
      </Show>
    </Row>
  );
}
