// Light or dark. The choice is in a cookie, so that the server renders pages in it and nothing flashes. src/app.css does the rest
// with `light-dark()`.

import { parseCookie } from "cookie";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The name of the cookie on http. On https it has the prefix `__Host-`. */
export const THEME_COOKIE = "theme";

/** What browsers paint their own frame in: `--color-page` of src/app.css. */
export const FRAME_COLORS = { light: "#f8f7f5", dark: "#12100f" };

export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

/** @returns the theme that a request's browser has chosen */
export function themeOf(request: Request): Theme {
  const cookies = parseCookie(request.headers.get("cookie") ?? "");
  const chosen = cookies[`__Host-${THEME_COOKIE}`] ?? cookies[THEME_COOKIE];
  return isTheme(chosen) ? chosen : "system";
}

/**
 * The content of the page's two `theme-color` tags.
 *
 * @param system what the tag's `media` asks of the system
 */
export function frameColor(theme: Theme, system: "light" | "dark"): string {
  return FRAME_COLORS[theme === "system" ? system : theme];
}
