// Rejects calls of server functions on which SolidStart hangs or crashes.

import "server-only";

/** `;0x0000001f;`: how many bytes of JSON follow. */
const HEAD_BYTES = 12;

/**
 * Kinds of nodes in seroval's JSON: number, string, constant, big integer, known value, date, set, map, array, objects, and bytes.
 * Left out are those that are not there yet when the call arrives, like promises and streams.
 */
const PLAIN_NODES = new Set<unknown>([0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 15, 16, 19, 20]);
const ARRAY_NODE = 9;

/**
 * Whether the arguments of a call are plain values, and whole. SolidStart would wait for a promise among them that nothing keeps,
 * for ever, and reads whatever follows the first chunk in the background, where a failure is an unhandled rejection.
 */
export async function isPlainPayload(request: Request): Promise<boolean> {
  const inQuery = new URL(request.url).searchParams.get("args");
  if (inQuery && !isPlainJson(Buffer.from(inQuery))) return false;
  // Without JavaScript there are forms only. Whatever else is called so, SolidStart fails to put into its cookie.
  if (!request.headers.has("x-server-instance")) return request.method === "POST" ? isForm(request) : !inQuery;
  if (request.method !== "POST" || request.headers.get("x-start-type") !== "0") return true;
  return isPlainJson(Buffer.from(await request.clone().arrayBuffer()));
}

function isPlainJson(bytes: Buffer): boolean {
  const head = /^;0x([0-9a-f]{8});$/.exec(bytes.toString("latin1", 0, HEAD_BYTES));
  if (!head || Number.parseInt(head[1] ?? "", 16) !== bytes.length - HEAD_BYTES) return false;
  let isPlain = true;
  const list = JSON.parse(bytes.toString("utf8", HEAD_BYTES), (key, value) => {
    if (key === "t" && !PLAIN_NODES.has(value)) isPlain = false;
    return value;
  });
  return isPlain && list?.t === ARRAY_NODE;
}

function isForm({ headers }: Request): boolean {
  const type = headers.get("content-type") ?? "";
  return !headers.has("x-start-type") && /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/.test(type);
}

/**
 * The answer to a form that was sent without JavaScript leads back to where it came from. Where the browser does not say that,
 * SolidStart leads to the root of whatever the Host header names: a visitor's to choose. Nor may it lead back to another site.
 *
 * @param origin the application's own
 */
export function keepRedirectOnOrigin(request: Request, response: Response, origin: string): Response {
  const claimed = new URL(request.url).origin;
  const location = response.headers.get("location") ?? "";
  const isForeign = URL.canParse(location) && new URL(location).origin !== origin;
  if (isForeign && isSameUrl(location, request.headers.get("referer") ?? "")) return leadingTo(response, `${origin}/`);
  if (claimed === origin || !location.startsWith(`${claimed}/`)) return response;
  return leadingTo(response, origin + location.slice(claimed.length));
}

function isSameUrl(one: string, other: string): boolean {
  return URL.canParse(other) && new URL(one).href === new URL(other).href;
}

function leadingTo(response: Response, location: string): Response {
  const headers = new Headers(response.headers);
  headers.set("location", location);
  return new Response(response.body, { status: response.status, headers });
}
