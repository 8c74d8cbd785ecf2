import "server-only";

/**
 * Who reads the response to a request: the router of this application's pages, a browser that shows it as a page, or
 * another client.
 */
export function clientKind({ headers }: Request): "router" | "page" | "other" {
  // SolidStart's name for its own calls of server functions.
  if (headers.get("x-server-instance")) return "router";
  return headers.get("accept")?.includes("text/html") ? "page" : "other";
}

/**
 * Whether the answer is what a browser shows as a page, and no picture, frame or fetch of one. Browsers report it in
 * Sec-Fetch-Dest; without this header, as from older ones and on plain http, it may be.
 */
export function isNavigation({ headers }: Request): boolean {
  return (headers.get("sec-fetch-dest") ?? "document") === "document";
}
