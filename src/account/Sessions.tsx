// The list of the user's sessions.

import { Show } from "solid-js";
import type { AccountDetails } from "~/account/queries";
import { endOtherSessions, endSession } from "~/account/sessions";
import { AuthForm } from "~/components/AuthForm";
import { Form } from "~/components/Form";
import { OpeningForm } from "~/components/OpeningForm";
import { Section } from "~/components/Section";
import { Badge } from "~/components/ui/Badge";
import { Icon } from "~/components/ui/Icon";
import { RelativeTime } from "~/components/ui/RelativeTime";
import { Row, RowButton } from "~/components/ui/Row";
import { Rows } from "~/components/ui/Rows";
import unknownIcon from "~/icons/circle-question-mark.svg?raw";
import signOutIcon from "~/icons/log-out.svg?raw";
import computerIcon from "~/icons/monitor.svg?raw";
import phoneIcon from "~/icons/smartphone.svg?raw";
import tabletIcon from "~/icons/tablet.svg?raw";
import endIcon from "~/icons/x.svg?raw";
import { accountText } from "~/messages/account";
import { useSession } from "~/session";

type Session = NonNullable<AccountDetails["sessions"]>[number];

const texts = accountText.sessions;

export const DEVICE_ICONS = { phone: phoneIcon, tablet: tabletIcon, computer: computerIcon, unknown: unknownIcon };

export function Sessions(props: Pick<AccountDetails, "sessions">) {
  return (
    <Section id="sessions" title={texts.title}>
      <Show when={props.sessions} fallback={<p class="px-5 py-4 text-muted-foreground">{texts.unlisted}</p>}>
        {(known) => (
          <>
            <ul class="divide-y divide-border">
              <Rows each={known()}>{(session) => <SessionRow session={session} />}</Rows>
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
  const current = useSession();
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
          {texts.signedIn} <RelativeTime iso={props.session.createdAt} />
          {` · ${texts.lastSeen} `}
          <RelativeTime iso={props.session.lastSeenAt} />
        </>
      }
    >
      {/* A user who ends their own session leaves this page; other sessions end without that. */}
      <Show
        when={props.session.isCurrent}
        fallback={
          <Form action={endSession} fields={{ id: props.session.id }}>
            <RowButton
              icon={endIcon}
              label={texts.signOut}
              subject={props.session.device.name}
              class="border-transparent text-destructive"
            />
          </Form>
        }
      >
        <AuthForm
          action="signout"
          csrfToken={current()?.csrfToken}
          fields={{ callbackUrl: "/", user: current()?.user?.id, from: "/account" }}
        >
          <RowButton icon={signOutIcon} label={texts.signOut} />
        </AuthForm>
      </Show>
    </Row>
  );
}
