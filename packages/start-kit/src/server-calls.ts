// Rejects calls of server functions on which SolidStart hangs or crashes, and keeps the redirect after a form on the
// application's origin. It answers an action in single flight as a whole. A middleware.
//
// Upstream: @solidjs/start 2.0.5, fns/handler.ts: a promise as an argument is awaited for ever, and a form without
// JavaScript is sent back to its Referer, even if its origin is another site. A single flight fails without a Referer,
// after the action was carried out, and its headers leave before the next page's data is read, without that data's
// cookies.
// Reported: solidjs/solid-start#2245 (the Referer), solidjs/solid#3232 (the sibling of the promise in Solid 2),
// solidjs/solid#3252 (a sibling of the single flight).
// Gain: safety. Such calls get 400, no form redirects to another site, and a message is shown once.
// It can go: when SolidStart answers such calls with 400, does not follow a forged Referer, and needs none.

import type { Middleware } from "nitro/h3";
import { BUILD_HEADER, BUILD_NAME, isFromOtherBuild } from "./build.ts";
import type { RequestFacts } from "./middleware.ts";

export interface ServerCallsOptions {
  /** Makes the response to a call that is refused: 400 if it cannot be read, 404 if there is no such function. */
  refuse: (request: Request, status: 400 | 404) => Response | Promise<Response>;
  /** Gets input from a visitor that cannot be read. */
  report: (request: Request, error: unknown) => void;
}

export function serverCalls(facts: () => RequestFacts, options: ServerCallsOptions): Middleware {
  const answer = answerCall(facts, options);
  return (event, next) => (facts().url.pathname.startsWith("/_server") ? answer(event, next) : next());
}

function answerCall(facts: () => RequestFacts, { refuse, report }: ServerCallsOptions): Middleware {
  return async ({ req, res }, next) => {
    const { url, origin } = facts();
    if (BUILD_NAME && isFromOtherBuild(req)) res.headers.set(BUILD_HEADER, BUILD_NAME);
    try {
      // SolidStart treats an empty header as a form without JavaScript, and other code checks whether the header
      // exists.
      if (!req.headers.get(ROUTER)) req.headers.delete(ROUTER);
      if (!(await isPlainPayload(req, url))) return await refuse(req, 400);
      if (!mayFly(req, origin)) req.headers.delete(SINGLE_FLIGHT);
      const result = await next();
      // The answer is not awaited here: if it cannot be written, the application is at fault, not the call.
      if (req.headers.has(SINGLE_FLIGHT)) return whole(result, res.headers);
      if (!(result instanceof Response)) return result;
      // A page with this header is the answer of an action.
      if (result.status === 404 && !result.headers.has(AS_IT_IS)) return await refuse(req, 404);
      return keepRedirectOnOrigin(req, result, { url, origin });
    } catch (error) {
      if (error instanceof Response) return error;
      if (String(error).startsWith(UNKNOWN)) return await refuse(req, 404);
      // Errors of the server function itself are handled inside. An error here means that the call could not be parsed.
      report(req, error);
      return await refuse(req, 400);
    }
  };
}

/** SolidStart's header for an answer that it sends unchanged. */
const AS_IT_IS = "x-content-raw";

/** Asks for the next page's data along with the result of an action. */
const SINGLE_FLIGHT = "x-single-flight";

/**
 * The headers in which SolidStart describes the answer. If they stay, the browser tries to read an error as that
 * answer.
 */
const ABOUT_ANSWER = ["x-start-type", SINGLE_FLIGHT, "x-revalidate", "location"];

/**
 * Waits for the whole answer. Only then is all data read, and each cookie set that comes with the data. An answer with
 * the next page's data is always a stream; a text or a file that an action returns comes without such data.
 */
async function whole(answer: unknown, headers: Headers): Promise<unknown> {
  if (!(answer instanceof ReadableStream)) return answer;
  try {
    return new Uint8Array(await new Response(answer).arrayBuffer());
  } catch (error) {
    for (const name of ABOUT_ANSWER) headers.delete(name);
    throw error;
  }
}

/** The router's calls have this header. */
const ROUTER = "x-server-instance";

/** Whether the call is from a page of the application, by the Referer: a browser may be set to send none. */
function mayFly({ method, headers }: Request, origin: string): boolean {
  const referer = headers.get("referer") ?? "";
  return method === "POST" && referer.startsWith(`${origin}/`);
}

/** SolidStart's error for a function that the build does not have: an older page called it, or someone invented it. */
const UNKNOWN = "Error: invalid server function: ";

/** `;0x0000001f;`: the number of bytes of JSON that follow. */
const HEAD_BYTES = 12;

/** A value in seroval's JSON, with its type. */
interface Node {
  t: number;
  /** The number of a value that only seroval knows. */
  s?: unknown;
  /** The plugin's tag, for a plugin's value. */
  c?: unknown;
}

/**
 * Types of nodes: number, string, constant, big integer, known value, date, set, map, array, objects, and bytes.
 * Promises and streams are left out, because their values arrive after the call.
 */
const PLAIN_NODES = new Set([0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 15, 16, 19, 20]);
const ARRAY_NODE = 9;

/**
 * The parts of a map and of bytes, among the values that only seroval knows. The other values belong to promises and
 * streams.
 */
const KNOWN_NODE = 26;
const PLAIN_KNOWN = new Set<unknown>([0, 5]);

/** The type of a plugin's value. A form is such a value if it is not the last argument. */
const PLUGIN_NODE = 25;
const PLAIN_PLUGIN = /^seroval-plugins\/web\/(FormData|FormDataFactory|URL|URLSearchParams)$/;

function isPlainNode({ t, s, c }: Node): boolean {
  if (t === KNOWN_NODE) return PLAIN_KNOWN.has(s);
  return t === PLUGIN_NODE ? PLAIN_PLUGIN.test(String(c)) : PLAIN_NODES.has(t);
}

/**
 * Whether the arguments of a call are plain values and complete. SolidStart waits forever for a promise that is never
 * resolved. It reads all later chunks in the background, where a failure is an unhandled rejection.
 */
async function isPlainPayload(request: Request, { searchParams }: URL): Promise<boolean> {
  const inQuery = searchParams.get("args");
  // The router writes an action's bound arguments as JSON into its form's URL (bound-arguments.ts).
  const isBound = inQuery?.startsWith("[") && !request.headers.has(ROUTER);
  if (inQuery && !isBound && !isPlainJson(Buffer.from(inQuery))) return false;
  // A browser without JavaScript can only call by a form. SolidStart fails to put any other payload into its cookie.
  if (!request.headers.has(ROUTER)) return request.method === "POST" ? isForm(request) : !inQuery;
  if (request.method !== "POST" || request.headers.get("x-start-type") !== "0") return true;
  return isPlainJson(Buffer.from(await request.clone().arrayBuffer()));
}

function isPlainJson(bytes: Buffer): boolean {
  const head = /^;0x([0-9a-f]{8});$/.exec(bytes.toString("latin1", 0, HEAD_BYTES));
  if (!head || Number.parseInt(head[1] ?? "", 16) !== bytes.length - HEAD_BYTES) return false;
  let isPlain = true;
  const list = JSON.parse(bytes.toString("utf8", HEAD_BYTES), (_, value) => {
    if (value && Object.hasOwn(value, "t") && !isPlainNode(value)) isPlain = false;
    return value;
  });
  return isPlain && list?.t === ARRAY_NODE;
}

function isForm({ headers }: Request): boolean {
  const type = headers.get("content-type") ?? "";
  return !headers.has("x-start-type") && /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/.test(type);
}

/**
 * Prevents an open redirect. After a form without JavaScript, SolidStart redirects to the Referer; without a Referer it
 * redirects to the origin in the Host header. An attacker can choose both.
 */
function keepRedirectOnOrigin(request: Request, response: Response, { url, origin }: RequestFacts): Response {
  const claimed = url.origin;
  const location = response.headers.get("location") ?? "";
  const isOtherOrigin = URL.canParse(location) && new URL(location).origin !== origin;
  if (isOtherOrigin && isSameUrl(location, request.headers.get("referer") ?? ""))
    return withLocation(response, `${origin}/`);
  if (claimed === origin || !location.startsWith(`${claimed}/`)) return response;
  return withLocation(response, origin + location.slice(claimed.length));
}

function isSameUrl(one: string, other: string): boolean {
  return URL.canParse(other) && new URL(one).href === new URL(other).href;
}

function withLocation(response: Response, location: string): Response {
  const headers = new Headers(response.headers);
  headers.set("location", location);
  return new Response(response.body, { status: response.status, headers });
}
