// Remembers the place on a page where a user has pressed a button. After an action that stays on its page, the visible
// part of the page stays in place, and the focus continues from there.
//
// Upstream: @solidjs/router 1.0.0, data/action.ts: after an action the page's data is replaced, and with a row that is
// gone or new, the focus is lost and the page jumps.
// Reported: not yet.
// Gain: users of a keyboard or a screen reader go on where they were.
// It can go: when the router keeps the focus and the scroll position over an action.

/** Remembers the place of a press. Call this before the action. @returns a function to call after the action */
export function rememberPlace(pressed: HTMLElement): () => void {
  const { pathname } = location;
  const item = pressed.closest("li");
  // A form that is no item of a list is a row among the forms beside it.
  const row = item ?? pressed.closest("form");
  const list = row?.parentElement;
  const rowsNow = () => [...(list?.children ?? [])].filter((each) => each.tagName === row?.tagName);
  const index = row ? rowsNow().indexOf(row) : 0;
  const section = pressed.closest("section") ?? item?.parentElement ?? row ?? pressed;
  const { top } = section.getBoundingClientRect();
  // Safari does not focus a clicked button.
  const focused = section.contains(document.activeElement) ? (document.activeElement as HTMLElement) : pressed;

  /** Finds the button with the same name in the same row, or in the nearest row if that row is gone. */
  function nextControl(): HTMLElement | null | undefined {
    if (focused.isConnected) return focused;
    const rows = rowsNow();
    const label = CSS.escape(pressed.title);
    const buttons = [...rows.slice(index), ...rows.slice(0, index).reverse()].map(
      (near) => near.querySelector<HTMLElement>(`button[title="${label}"]`) ?? near.querySelector("button"),
    );
    return buttons.find((button) => button) ?? section.querySelector<HTMLElement>("h2");
  }

  function returnToPlace(): void {
    if (location.pathname !== pathname) return;
    if (section.isConnected) scrollBy({ top: section.getBoundingClientRect().top - top, behavior: "instant" });
    // A field with an error has taken the focus.
    if (![section, list].some((each) => each?.contains(document.activeElement)))
      nextControl()?.focus({ preventScroll: true });
  }

  return () => {
    try {
      returnToPlace();
    } catch {
      // The action has been carried out, so an error here must not make it look failed.
    }
  };
}
