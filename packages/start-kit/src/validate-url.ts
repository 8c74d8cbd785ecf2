// Answers requests whose address is not a URL, before any code reads it. Use it in a plugin of Nitro.
//
// Upstream: srvx 1.0.8, adapters/node (NodeRequestURL): some Host headers make an invalid URL (`localhost:99999`), and
// reading it throws outside of every error handler.
// Reported: h3js/srvx#191 (other Host headers, repaired), nitrojs/nitro#4555 (the same in Nitro 2).
// Gain: an answer, which is the error page.
// It can go: when srvx replaces each Host header that makes no URL.

import type { NitroApp } from "nitro/types";

/** @param refuse answers a request without a valid address */
export function validateUrl(app: NitroApp, refuse: (request: Request) => Response): void {
  const { fetch } = app;
  app.fetch = (request) => (hasAddress(request) ? fetch(request) : refuse(request));
}

function hasAddress(request: Request): boolean {
  try {
    return URL.canParse(request.url);
  } catch {
    return false;
  }
}
