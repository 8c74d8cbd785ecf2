// Redirects visitors who use another name of this server, such as "www.", to the origin of AUTH_URL. Cookies, passkeys
// and the links in mails work only there. If a form was sent to the other name, the page says so.
//
// Threat: an endless redirect, behind a proxy that writes its own Host. So only browsers that open a page under a
// domain are redirected, once a minute.

import "server-only";
import type { Middleware } from "nitro/h3";
import { isLoopback } from "solid-authjs/environment";
import { lastResortText } from "~/messages/errors";
import { clientKind, isNavigation } from "~/server/http/client-kind";
import { readCookie, setCookie } from "~/server/http/cookies";
import { errorResponse } from "~/server/http/error-page";
import { requestContext } from "~/server/http/request-context";

export const ownHost: Middleware = ({ req }, next) => {
  const { origin, url, formResult } = requestContext();
  const own = origin.slice(origin.indexOf("//") + 2);
  const ownName = own.replace(/:\d+$/, "");
  // If there are several proxies, each may add the name of its request: the first name is the browser's.
  const [host = ""] = (req.headers.get("x-forwarded-host") ?? req.headers.get("host") ?? own).split(",");
  // Another port counts as the same name, and a proxy may leave the port out.
  if (`${host}:`.startsWith(`${ownName}:`) || formResult) return next();
  const opensPage = isNavigation(req) && clientKind(req) === "page";
  if (!["GET", "HEAD"].includes(req.method)) return isSentTo(host, req) ? refuse(req, own) : next();
  if (!(isLoopback(ownName) || isDomain(host)) || !opensPage || readCookie("led-here")) return next();
  setCookie("led-here", "1");
  const location = origin + url.pathname + url.search;
  return new Response(null, { status: 307, headers: { location } });
};

/** The page with the form has the same name. A proxy that writes its own Host does not change Origin. */
function isSentTo(host: string, { headers }: Request): boolean {
  const origin = headers.get("origin") ?? "";
  return origin === `https://${host}` || origin === `http://${host}`;
}

const refuse = (request: Request, own: string) => errorResponse(request, 403, lastResortText.otherName(own));

/** Proxies write addresses, ports and names without a dot into Host. */
const isDomain = (host: string) => /\.(?:[a-z]+|xn--[a-z\d-]+)\.?$/i.test(host);
