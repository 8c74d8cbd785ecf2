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
