// Lists the account's events, the newest first, so that the owner sees if another person has used the account.

import { For, Show } from "solid-js";
import type { AccountDetails } from "~/account/queries";
import { Section } from "~/components/Section";
import { Icon } from "~/components/ui/Icon";
import { RelativeTime } from "~/components/ui/RelativeTime";
import { Row } from "~/components/ui/Row";
import { activityText as texts } from "~/messages/activity";
import { DEVICE_ICONS } from "./Sessions";

type Events = AccountDetails["activity"];

/** The other events appear after one press. */
const SHOWN = 5;

export function RecentActivity(props: { events: Events }) {
  return (
    <Section id="activity" title={texts.title}>
      <Show when={props.events.length > 0} fallback={<p class="px-5 py-4 text-muted-foreground">{texts.none}</p>}>
        <Events list={props.events.slice(0, SHOWN)} />
      </Show>
      <Show when={props.events.length > SHOWN}>
        <details class="border-t border-border">
          <summary class="cursor-pointer rounded-lg px-4 py-4 text-sm font-medium -outline-offset-2 sm:px-5">
            {texts.earlier}
          </summary>
          <Events list={props.events.slice(SHOWN)} class="border-t border-border" />
        </details>
      </Show>
    </Section>
  );
}

function Events(props: { list: Events; class?: string }) {
  // A later version may have stored a name that this version does not know.
  const titleOf = (event: string) => ({ ...texts.events })[event] ?? event;
  return (
    <ul class={`divide-y divide-border ${props.class ?? ""}`}>
      <For each={props.list}>
        {({ event, method, device, at }) => (
          <Row
            icon={<Icon svg={DEVICE_ICONS[device.kind]} />}
            title={titleOf(event)}
            detail={
              <>
                {[method, device.name].filter(Boolean).join(" · ")}
                {" · "}
                <RelativeTime iso={at} />
              </>
            }
          />
        )}
      </For>
    </ul>
  );
}
