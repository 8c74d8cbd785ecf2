// Threats: visitor input in the log, and pages that fail. This drops two unused inputs of SolidStart. One is the
// `flash` cookie: SolidStart logs its contents if it cannot parse them, and accepts white space around its name. The
// other is the header `x-single-flight`, which renders the next page along with a response (src/app.tsx) and fails
// without a Referer header.

import "server-only";
import type { Middleware } from "./middleware";

export const ignoredInputs: Middleware = ({ req }, next) => {
  const cookie = req.headers.get("cookie");
  if (cookie?.includes("flash")) req.headers.set("cookie", withoutCookie(cookie, "flash"));
  // Only if it is there: the first change makes srvx copy all headers.
  if (req.headers.has("x-single-flight")) req.headers.delete("x-single-flight");
  return next();
};

function withoutCookie(header: string, name: string): string {
  return header
    .split(";")
    .filter((pair) => pair.split("=")[0]?.trim() !== name)
    .join(";");
}
