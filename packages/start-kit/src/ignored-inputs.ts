// Threat: visitor input in the log. A middleware drops SolidStart's `flash` cookie, whose name may have white space
// around it.
//
// Upstream: @solidjs/start 2.0.5, server/handler.ts: a flash cookie that cannot be parsed is logged with its contents.
// Reported: not yet. Sibling: solidjs/solid-start#1645.
// Gain: safety. Visitors cannot write into the log.
// It can go: when SolidStart drops such a cookie silently.

import type { Middleware } from "nitro/h3";

export const ignoredInputs: Middleware = ({ req }, next) => {
  const cookie = req.headers.get("cookie");
  if (cookie?.includes("flash")) req.headers.set("cookie", withoutCookie(cookie, "flash"));
  return next();
};

function withoutCookie(header: string, name: string): string {
  return header
    .split(";")
    .filter((pair) => pair.split("=")[0]?.trim() !== name)
    .join(";");
}
