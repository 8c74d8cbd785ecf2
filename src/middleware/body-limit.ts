// Threat: bodies that fill the memory or never end. A body is read here, with a limit on size and time (src/server/http/request-body.ts).

import { getRequestEvent } from "solid-js/web";
import { errorPage } from "~/server/http/error-page";
import { readBody } from "~/server/http/request-body";
import type { Middleware } from "./types";

export const bodyLimit: Middleware = async (event, next) => {
  const { req } = event;
  if (req.method !== "POST") return next();
  const body = await readBody(req);
  // Closes the connection, so that the server does not wait for the rest of the body.
  if (typeof body === "number") return errorPage(req, body, { headers: { connection: "close" } });
  const { url, method, headers, signal } = req;
  const request = new Request(url, { method, headers, signal, body });
  Object.assign(event, { req: request });
  Object.assign(getRequestEvent() ?? {}, { request });
  return next();
};
