// Light or dark. The choice is in a cookie, so that the server renders pages in it and nothing flashes. src/app.css does the rest
// with `light-dark()`.

import { parseCookie } from "cookie";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The name of the cookie on http. On https it has the prefix `__Host-`. */
export const THEME_COOKIE = "theme";

export type Scheme = "light" | "dark";

export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

/**
 * @param isHttps whether the application answers under https: a sibling subdomain can set the cookie without the prefix
 * @returns the theme that a request's browser has chosen
 */
export function themeOf(request: Request, isHttps: boolean): Theme {
  const chosen = parseCookie(request.headers.get("cookie") ?? "")[isHttps ? `__Host-${THEME_COOKIE}` : THEME_COOKIE];
  return isTheme(chosen) ? chosen : "system";
}

/**
 * A page has a `theme-color` tag for each scheme. A chosen theme makes its own tag count always, and the other never.
 *
 * @returns the `media` of the tag for `scheme`
 */
export function frameMedia(scheme: Scheme, theme: Theme): string {
  if (theme === "system") return `(prefers-color-scheme: ${scheme})`;
  return theme === scheme ? "all" : "not all";
}
