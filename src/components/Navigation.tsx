// The owner's links in the header (src/navigation.tsx). On phones the browser itself opens and closes them, as a menu.

import { useLocation } from "@solidjs/router";
import { For, Show } from "solid-js";
import { layoutText } from "~/messages/layout";
import { navigation } from "~/navigation";

export default function Navigation(props: { hasUser: boolean }) {
  const location = useLocation();
  const links = () => navigation.filter(({ needsUser }) => !needsUser || props.hasUser);
  let menu: HTMLDivElement | undefined;
  return (
    <Show when={links().length > 0}>
      <button type="button" popovertarget="navigation" class="navigation-button">
        {layoutText.menu}
      </button>
      <div ref={menu} id="navigation" popover="auto" class="navigation">
        <For each={links()}>
          {({ href, label }) => (
            // A navigation within the application leaves the menu open.
            <a
              href={href}
              aria-current={location.pathname === href ? "page" : undefined}
              onClick={() => menu?.hidePopover?.()}
            >
              {label}
            </a>
          )}
        </For>
      </div>
    </Show>
  );
}
