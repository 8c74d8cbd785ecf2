// Handles the form of the theme switch (src/components/ThemeSwitch.tsx).

import type { APIEvent } from "@solidjs/start/server";
import { isTheme } from "~/lib/theme";
import { localPath } from "~/lib/url";
import { clientKind } from "~/server/http/client-kind";
import { deleteCookie, setCookie } from "~/server/http/cookies";
import { errorResponse } from "~/server/http/error-page";

export async function POST({ request }: APIEvent): Promise<Response> {
  const fields = await request.formData().catch(() => undefined);
  const theme = fields?.get("theme");
  if (!isTheme(theme)) return errorResponse(request, 400);
  if (theme === "system") deleteCookie("theme");
  else setCookie("theme", theme);
  if (clientKind(request) !== "page") return new Response(null, { status: 204 });
  return new Response(null, { status: 303, headers: { location: localPath(request.headers.get("referer") ?? "/") } });
}
