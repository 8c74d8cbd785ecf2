// The choice of the theme: system, light or dark. It is a form that posts; with JavaScript the page changes in place.
// The default is the system's theme.

import { createSignal, For } from "solid-js";
import { getRequestEvent, isServer } from "solid-js/web";
import monitorIcon from "~/icons/monitor.svg?raw";
import moonIcon from "~/icons/moon.svg?raw";
import sunIcon from "~/icons/sun.svg?raw";
import { frameMedia, isTheme, THEMES, type Theme } from "~/lib/theme";
import { layoutText } from "~/messages/layout";
import { Icon } from "./ui/Icon";

const ICONS = { system: monitorIcon, light: sunIcon, dark: moonIcon };

export function ThemeSwitch() {
  const [current, setCurrent] = createSignal(renderedTheme());

  function choose(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
    const chosen = event.submitter?.getAttribute("value");
    if (!isTheme(chosen)) return;
    event.preventDefault();
    setCurrent(chosen);
    show(chosen);
    const body = new URLSearchParams({ theme: chosen });
    // If the server cannot be reached, the choice applies to this page only.
    void fetch(event.currentTarget.action, { method: "POST", body, keepalive: true }).catch(() => {});
  }

  return (
    <form method="post" action="/api/theme" onSubmit={choose}>
      <fieldset class="theme-switch">
        <legend class="sr-only">{layoutText.theme}</legend>
        <For each={THEMES}>
          {(theme) => {
            const label = layoutText.themes[theme];
            return (
              <button
                type="submit"
                name="theme"
                value={theme}
                aria-label={label}
                title={label}
                aria-pressed={current() === theme}
              >
                <span>
                  <Icon svg={ICONS[theme]} class="size-4" />
                </span>
              </button>
            );
          }}
        </For>
      </fieldset>
    </form>
  );
}

/** The theme with which the server rendered the page. The result is the same on the server and in the browser. */
function renderedTheme(): Theme {
  const theme = isServer ? getRequestEvent()?.locals.context?.theme : document.documentElement.dataset.theme;
  return isTheme(theme) ? theme : "system";
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const tag of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    tag.media = frameMedia(tag.dataset.scheme === "dark" ? "dark" : "light", theme);
}
