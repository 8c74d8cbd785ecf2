// The theme switch's form leads here (src/components/ThemeSwitch.tsx).

import type { APIEvent } from "@solidjs/start/server";
import { forgetInBrowser, keepInBrowser } from "~/server/browser-cookies";
import { errorPage } from "~/server/error-page";
import { isTheme, THEME_COOKIE } from "~/theme";
import { localPath } from "~/url";

export async function POST({ request }: APIEvent): Promise<Response> {
  const fields = await request.formData().catch(() => undefined);
  const theme = fields?.get("theme");
  if (!isTheme(theme)) return errorPage(request, 400);
  if (theme === "system") forgetInBrowser(THEME_COOKIE);
  else keepInBrowser(THEME_COOKIE, theme);
  if (!request.headers.get("accept")?.includes("text/html")) return new Response(null, { status: 204 });
  return new Response(null, { status: 303, headers: { location: localPath(request.headers.get("referer") ?? "/") } });
}
