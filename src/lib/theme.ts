// The theme. The choice is in a cookie, so the server renders pages in that theme and the page does not flash.
// src/app.css does the rest with `light-dark()`.

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export type Scheme = "light" | "dark";

export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

/** @returns the theme in a cookie */
export function themeFrom(cookie: string | undefined): Theme {
  return isTheme(cookie) ? cookie : "system";
}

/**
 * A page has a `theme-color` tag for each scheme. With a chosen theme, the tag of that theme always applies, and the
 * other tag never.
 *
 * @returns the `media` of the tag for `scheme`
 */
export function frameMedia(scheme: Scheme, theme: Theme): string {
  if (theme === "system") return `(prefers-color-scheme: ${scheme})`;
  return theme === scheme ? "all" : "not all";
}
