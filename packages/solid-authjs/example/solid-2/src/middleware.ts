import type { StartMiddleware } from "@solidjs/vite-plugin";
import { auth } from "~/auth";

const { GET, POST } = auth.handlers;

const authRoute: StartMiddleware = (event, next) => {
  const { method, url } = event.request;
  if (!new URL(url).pathname.startsWith("/api/auth/")) return next();
  return method === "POST" ? POST(event) : GET(event);
};

/** Without JavaScript, Solid sends a form back to its Referer, whatever site that is. */
const ownForms: StartMiddleware = (event, next) => {
  const { method, headers } = event.request;
  const referer = headers.get("referer");
  const isForeign = referer !== null && URL.parse(referer)?.origin !== auth.getOrigin(event.request);
  return method === "POST" && isForeign ? new Response(null, { status: 403 }) : next();
};

export default [authRoute, ownForms];
