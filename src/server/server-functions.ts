// Calls of server functions, where SolidStart itself takes more than is good for it.

import "server-only";

/** `;0x0000001f;`: how many bytes of JSON follow. */
const HEAD_BYTES = 12;

/**
 * Kinds of nodes in seroval's JSON: number, string, constant, big integer, known value, date, set, map, array, objects, and bytes.
 * Left out are those that are not there yet when the call arrives, like promises and streams.
 */
const PLAIN_NODES = new Set<unknown>([0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 15, 16, 19, 20]);

/**
 * Whether the arguments of a call are plain values, and whole. SolidStart would wait for a promise among them that nothing keeps,
 * for ever, and reads whatever follows the first chunk in the background, where a failure is an unhandled rejection.
 */
export async function hasPlainArguments(request: Request): Promise<boolean> {
  const inQuery = new URL(request.url).searchParams.get("args");
  if (inQuery && !isPlain(Buffer.from(inQuery))) return false;
  if (request.method !== "POST" || request.headers.get("x-start-type") !== "0") return true;
  return isPlain(Buffer.from(await request.clone().arrayBuffer()));
}

function isPlain(bytes: Buffer): boolean {
  const head = /^;0x([0-9a-f]{8});$/.exec(bytes.toString("latin1", 0, HEAD_BYTES));
  if (!head || Number.parseInt(head[1] ?? "", 16) !== bytes.length - HEAD_BYTES) return false;
  let isPlain = true;
  JSON.parse(bytes.toString("utf8", HEAD_BYTES), (key, value) => {
    if (key === "t" && !PLAIN_NODES.has(value)) isPlain = false;
    return value;
  });
  return isPlain;
}

/**
 * The answer to a form that was sent without JavaScript leads back to where it came from. Where the browser does not say that,
 * SolidStart leads to the root of whatever the Host header names: a visitor's to choose.
 *
 * @param origin the application's own
 */
export function stayHere(request: Request, response: Response, origin: string): Response {
  const claimed = new URL(request.url).origin;
  const location = response.headers.get("location");
  if (claimed === origin || !location?.startsWith(`${claimed}/`)) return response;
  const headers = new Headers(response.headers);
  headers.set("location", origin + location.slice(claimed.length));
  return new Response(response.body, { status: response.status, headers });
}
