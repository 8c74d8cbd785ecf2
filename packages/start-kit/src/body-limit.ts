// Reads the body of a request completely before it is parsed, with limits on its size and its speed. A middleware.
//
// Upstream: @solidjs/start 2.0.5 and nitro 3.0.260903-beta: bodies of any size are read into the memory, and waited for
// until Node ends the request. srvx has a limit of size, which Nitro does not set.
// Reported: nitrojs/nitro#2150 (the size).
// Gain: safety. Large bodies get 413 and slow ones 408.
// It can go: when Nitro has options for both.

import type { Middleware } from "nitro/h3";
import { getRequestEvent } from "solid-js/web";

export interface BodyLimits {
  maxBytes: number;
  /** The time limit for receiving a body, in milliseconds. */
  ms: number;
  /**
   * A body that arrives at this speed may take longer: a slow upload is read, and a slower body is
   * refused.
   */
  bytesPerSecond: number;
  /** How long a body may take at any speed, in milliseconds. */
  maxMs: number;
}

/** The HTTP status for a refused body. */
export type BadBody = 400 | 408 | 413;

/** Methods whose requests have no body. `new Request()` refuses TRACE. */
const WITHOUT_BODY = ["GET", "HEAD", "TRACE"];

type Reader = ReadableStreamDefaultReader<Uint8Array>;

export interface BodyOptions extends Omit<BodyLimits, "maxBytes"> {
  /** The limit of every request, or a function that returns the limit of a request. */
  maxBytes: number | ((request: Request) => number | Promise<number>);
  /** Makes the response to a request with a refused body. */
  refuse: (request: Request, status: BadBody) => Response;
}

export function bodyLimit({ refuse, ...limits }: BodyOptions): Middleware {
  const read = readWhole(refuse, limits);
  return (event, next) => (WITHOUT_BODY.includes(event.req.method) ? next() : read(event, next));
}

function readWhole(refuse: BodyOptions["refuse"], { maxBytes, ...limits }: Omit<BodyOptions, "refuse">): Middleware {
  return async (event, next) => {
    const { req } = event;
    const ownMaxBytes = typeof maxBytes === "number" ? maxBytes : await maxBytes(req);
    const body = await readBody(req, { ...limits, maxBytes: ownMaxBytes });
    if (typeof body === "number") return refuse(req, body);
    const { url, method, headers, signal } = req;
    // h3 reads additions of the platform from the request, as in `event.waitUntil` and `getRequestIP`.
    const { ip, runtime, context } = req;
    const waitUntil = req.waitUntil?.bind(req);
    const request = Object.assign(new Request(url, { method, headers, signal, body }), {
      ip,
      runtime,
      context,
      waitUntil,
    });
    Object.assign(event, { req: request });
    Object.assign(getRequestEvent() ?? {}, { request });
    return next();
  };
}

/** @returns the bytes, none for a request without a body; or the status of a refusal */
async function readBody(request: Request, limits: BodyLimits): Promise<Uint8Array<ArrayBuffer> | BadBody> {
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const isTooLarge = Number(request.headers.get("content-length")) > limits.maxBytes;
  const chunks: Uint8Array[] = [];
  const end = isTooLarge ? 413 : await readChunks(reader, limits, (chunk) => chunks.push(chunk));
  // Browsers read the answer only after they have sent the whole request.
  if (end === 413) void discard(reader, limits);
  return end === "complete" ? new Uint8Array(Buffer.concat(chunks)) : end;
}

async function readChunks(
  reader: Reader,
  { maxBytes, ms, bytesPerSecond, maxMs }: BodyLimits,
  keep: (chunk: Uint8Array) => void,
): Promise<BadBody | "complete"> {
  const begun = Date.now();
  let size = 0;
  try {
    for (;;) {
      const allowedMs = Math.min(ms + (size / bytesPerSecond) * 1000, maxMs);
      const chunk = await beforeTime(reader.read(), begun + allowedMs);
      if (!chunk) return 408;
      if (chunk.done) return "complete";
      size += chunk.value.byteLength;
      if (size > maxBytes) return 413;
      keep(chunk.value);
    }
  } catch {
    // The client has disconnected, or the chunked encoding is malformed.
    return 400;
  }
}

/**
 * Reads the rest of a body, and closes the connection if the rest comes too slowly. If a client leaves after the
 * answer, that is not an error.
 */
async function discard(reader: Reader, limits: BodyLimits): Promise<void> {
  const end = await readChunks(reader, { ...limits, maxBytes: Number.POSITIVE_INFINITY }, () => {});
  if (end === 408) await reader.cancel().catch(() => {});
}

/** @returns undefined if the result is late */
async function beforeTime<T>(result: Promise<T>, time: number): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  // The timer must not keep a stopping server alive.
  const timer = setTimeout(resolve, time - Date.now(), undefined).unref();
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
