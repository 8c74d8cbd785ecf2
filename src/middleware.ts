// Runs around every page, server function and API route: headers, errors, what may be sent from where, how much of it, the guard.
// Static files do not pass here; vite.config.ts gives them their headers.

import { randomBytes } from "node:crypto";
import { createMiddleware } from "@solidjs/start/middleware";
import { getRequestEvent } from "solid-js/web";
import { getOrigin, getProviderOrigins, getSession } from "~/solid-auth";
import appConfig from "../app.config";
import { isForbidden } from "./forbidden";
import { authConfig } from "./server/auth";
import { errorPage } from "./server/error-page";
import { detailsOf, logFailure, logLateFailures, placeOf } from "./server/failures";
import { bounce, isProtected } from "./server/guard";
import { log } from "./server/log";
import { isForeign } from "./server/origin";
import { refuse } from "./server/redirects";
import { readBody } from "./server/request-body";
import { pageHeaders } from "./server/security-headers";
import { hasPlainArguments, stayHere } from "./server/server-functions";
import { themeOf } from "./theme";

/** Where forms may lead: a provider's button is a form, and ends there. */
const formTargets = [...getProviderOrigins(authConfig), ...appConfig.furtherFormTargets];

const FOREIGN = { title: "This request comes from another site", text: "For your safety it was not carried out." };

export default createMiddleware([
  async ({ req, res }, next) => {
    // Drop SolidStart's `flash` cookie: unused, and its contents get logged. SolidStart reads it with space around its name too.
    const cookie = req.headers.get("cookie");
    if (cookie?.includes("flash")) req.headers.set("cookie", withoutCookie(cookie, "flash"));
    // Nor its way to send a page's data along (src/app.tsx), which fails without a Referer header.
    req.headers.delete("x-single-flight");

    const nonce = randomBytes(16).toString("base64");
    const origin = getOrigin(req, authConfig);
    const isHttps = origin.startsWith("https:");
    const logError = (error: unknown) => log.error(placeOf(req), error);
    Object.assign(getRequestEvent()?.locals ?? {}, { nonce, origin, isHttps, logError, theme: themeOf(req, isHttps) });
    for (const [name, value] of Object.entries(pageHeaders({ nonce, formTargets, isHttps })))
      res.headers.set(name, value);

    const result = await next();
    if (res.headers.get("content-type") === "text/html") res.headers.set("content-type", "text/html; charset=utf-8");
    // A page says who is signed in, or holds a form of this visitor's: no cache is to keep it, unless its route says so.
    const isResponse = result instanceof Response;
    if (!res.headers.has("cache-control") && !(isResponse && result.headers.has("cache-control")))
      res.headers.set("cache-control", "no-store");
    if (!isResponse || result.status < 400) return result;
    // h3 leaves the prepared headers, cookies among them, off error responses.
    const headers = new Headers(result.headers);
    for (const [name, value] of res.headers)
      if (name === "set-cookie" || !headers.has(name)) headers.append(name, value);
    return new Response(result.body, { status: result.status, headers });
  },

  async ({ req }, next) => {
    try {
      return logLateFailures(placeOf(req), await next());
    } catch (error) {
      if (error instanceof Response) return error;
      if (isForbidden(error)) return refuse(req);
      return errorPage(req, 500, { details: detailsOf(logFailure(placeOf(req), error)) });
    }
  },

  ({ req }, next) => {
    if (!["GET", "HEAD", "POST"].includes(req.method))
      return errorPage(req, 405, { headers: { allow: "GET, HEAD, POST" } });
    if (isForeign(req)) return errorPage(req, 403, FOREIGN);
    // Files of a build are served before this. What is asked for here is another build's.
    if (new URL(req.url).pathname.startsWith("/_build/")) return errorPage(req, 404);
    return next();
  },

  async (event, next) => {
    const { req } = event;
    if (req.method !== "POST") return next();
    const body = await readBody(req);
    // What is still on its way is not waited for.
    if (typeof body === "number") return errorPage(req, body, { headers: { connection: "close" } });
    const { url, method, headers, signal } = req;
    const request = new Request(url, { method, headers, signal, body });
    Object.assign(event, { req: request });
    Object.assign(getRequestEvent() ?? {}, { request });
    return next();
  },

  async ({ req }, next) => {
    const { pathname, search } = new URL(req.url);
    if (!isProtected(pathname)) {
      // Between two slashes in a row the router finds nothing, not even its page that says so.
      return pathname.includes("//") ? errorPage(req, 404) : next();
    }
    const session = await getSession(req, authConfig);
    return session?.user ? next() : bounce(req, pathname + search);
  },

  async ({ req }, next) => {
    if (!new URL(req.url).pathname.startsWith("/_server")) return next();
    try {
      if (!(await hasPlainArguments(req))) return errorPage(req, 400);
      const result = await next();
      if (!(result instanceof Response)) return result;
      return result.status === 404 ? errorPage(req, 404) : stayHere(req, result, getOrigin(req, authConfig));
    } catch (error) {
      if (error instanceof Response) return error;
      // What a server function throws is answered within. What gets out here is a call that could not be read.
      log.wrongTurn("a call that cannot be read", `${placeOf(req)}: a call that cannot be read: ${error}`);
      return errorPage(req, 400);
    }
  },
]);

function withoutCookie(header: string, name: string): string {
  return header
    .split(";")
    .filter((pair) => pair.split("=")[0]?.trim() !== name)
    .join(";");
}
