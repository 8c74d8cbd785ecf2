import "server-only";

/**
 * The reader of the response to a request: the router of this application's pages, a browser that shows it as a page,
 * or another client.
 */
export function clientKind({ headers }: Request): "router" | "page" | "other" {
  // SolidStart's name for its own calls of server functions.
  if (headers.get("x-server-instance")) return "router";
  return headers.get("accept")?.includes("text/html") ? "page" : "other";
}

/**
 * Whether the browser shows the answer as a page, and not as a picture or a frame, or in a fetch. Browsers report this
 * in Sec-Fetch-Dest. Without the header, as from older browsers and on plain http, the answer may be a page.
 */
export function isNavigation({ headers }: Request): boolean {
  return (headers.get("sec-fetch-dest") ?? "document") === "document";
}
