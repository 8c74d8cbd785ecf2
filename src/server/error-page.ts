// The page of last resort, for what goes wrong outside of the application's own pages: an address that cannot be decoded, an
// error while rendering. It depends on nothing that could be what is broken.

const WORDS: Record<number, { title: string; text: string }> = {
  400: { title: "This address cannot be read", text: "It may be mistyped, or cut off." },
  403: { title: "This request comes from another site", text: "For your safety it was not carried out." },
  404: { title: "There is no such page", text: "The address may be mistyped, or the page has moved." },
  405: { title: "This is not answered here", text: "Pages are read with GET and forms are sent with POST." },
  408: { title: "This took too long", text: "The request did not arrive in time. Please try again." },
  413: { title: "This is too much", text: "The request is larger than this site takes." },
  429: { title: "Too many tries", text: "Please wait a few minutes, then try again." },
  500: { title: "Something went wrong", text: "It is our fault, not yours. Please try again in a while." },
};

/**
 * @param request what is being answered: browsers get a page, programs get JSON
 * @param status an HTTP status of 400 and above
 * @param options `text` in place of the usual one, of ours and so not escaped; further `headers`. The security headers are those
 *   of the request's answer, which src/middleware.ts sets: SolidStart would lay a thrown answer's over, or beside, the page's.
 */
export function errorPage(
  request: Request | undefined,
  status: number,
  { text, headers }: { text?: string; headers?: Record<string, string> } = {},
): Response {
  const words = WORDS[status] ?? WORDS[status < 500 ? 400 : 500];
  const title = words?.title ?? "";
  const message = text ?? words?.text ?? "";
  const allHeaders = { "cache-control": "no-store", ...headers };
  if (!request?.headers.get("accept")?.includes("text/html"))
    return Response.json({ message: `${title}. ${message}` }, { status, headers: allHeaders });
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${message}</p><p><a href="/">Home</a></p></main></body>
</html>`;
  return new Response(html, { status, headers: { ...allHeaders, "content-type": "text/html; charset=utf-8" } });
}
