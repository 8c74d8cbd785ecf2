// The calls of server functions that a page makes.

import type { Page } from "@playwright/test";

/** @returns the methods of the calls since it was last asked. A late call counts for the next step. */
export function callsOf(page: Page): () => string {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/_server") calls.push(request.method());
  });
  return () => calls.splice(0).join(" ");
}
