// Threats: visitor input in the log, and pages that fail. A middleware drops two inputs of SolidStart that an
// application without `singleFlight` does not use: the `flash` cookie, whose name may have white space around it, and
// the header `x-single-flight`, which renders the next page along with a response.
//
// Upstream: @solidjs/start 2.0.5, server/handler.ts: a flash cookie that cannot be parsed is logged with its contents.
// fns/handler.ts: a call with the header fails without a Referer.
// Reported: not yet. Siblings: solidjs/solid-start#1645 (the cookie), solidjs/solid#3252 (the header).
// Gain: safety. Visitors cannot write into the log, nor make pages fail.
// It can go: when SolidStart drops such a cookie silently, and does without a Referer.

import type { Middleware } from "./middleware.ts";

export const ignoredInputs: Middleware = ({ req }, next) => {
  const cookie = req.headers.get("cookie");
  if (cookie?.includes("flash")) req.headers.set("cookie", withoutCookie(cookie, "flash"));
  // The header is deleted only where it is there: the first change makes srvx copy all headers.
  if (req.headers.has("x-single-flight")) req.headers.delete("x-single-flight");
  return next();
};

function withoutCookie(header: string, name: string): string {
  return header
    .split(";")
    .filter((pair) => pair.split("=")[0]?.trim() !== name)
    .join(";");
}
