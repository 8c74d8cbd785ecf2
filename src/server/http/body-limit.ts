// Threat: bodies that fill the memory or never end. A body is read here, with limits (request-body.ts).

import "server-only";
import { getRequestEvent } from "solid-js/web";
import type { Middleware } from "start-kit/middleware";
import { localPath } from "~/lib/url";
import { errorPage } from "../errors/page";
import { clientKind } from "./client-kind";
import { redirectWithNotice } from "./redirects";
import { type BadBody, readBody } from "./request-body";

export const bodyLimit: Middleware = async (event, next) => {
  const { req } = event;
  if (req.method === "GET" || req.method === "HEAD") return next();
  const body = await readBody(req);
  if (typeof body === "number") return refuse(req, body);
  const { url, method, headers, signal } = req;
  const request = new Request(url, { method, headers, signal, body });
  Object.assign(event, { req: request });
  Object.assign(getRequestEvent() ?? {}, { request });
  return next();
};

function refuse(request: Request, status: BadBody): Response {
  // SolidStart's client drops an error page. It follows a Location, which the browser would follow itself with a status
  // of 3xx.
  if (clientKind(request) === "router" && status !== 400) {
    const code = status === 413 ? "tooLarge" : "tooSlow";
    const { headers } = redirectWithNotice(localPath(request.headers.get("referer") ?? "/"), code);
    return new Response(null, { headers });
  }
  // Otherwise the server would wait for the rest of a body that does not come.
  const headers: Record<string, string> = status === 413 ? {} : { connection: "close" };
  return errorPage(request, status, { headers });
}
