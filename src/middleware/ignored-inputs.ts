// Threat: text of a visitor's in the log, and pages that fail. SolidStart reads a `flash` cookie, which is unused here, and logs what
// it cannot parse; it reads it with space around its name, too. And it reads `x-single-flight`, a way to send a page's data along
// (src/app.tsx), which fails without a Referer header.

import type { Middleware } from "./types";

export const ignoredInputs: Middleware = ({ req }, next) => {
  const cookie = req.headers.get("cookie");
  if (cookie?.includes("flash")) req.headers.set("cookie", withoutCookie(cookie, "flash"));
  req.headers.delete("x-single-flight");
  return next();
};

function withoutCookie(header: string, name: string): string {
  return header
    .split(";")
    .filter((pair) => pair.split("=")[0]?.trim() !== name)
    .join(";");
}
