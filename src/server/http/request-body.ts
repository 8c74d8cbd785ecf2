// Reads the body of a request completely before it is parsed, with limits on size (`maxBodyBytes` in app.config.ts) and
// speed.

import "server-only";
import appConfig from "../../../app.config";
import { BODY_BYTES_PER_SECOND, BODY_MAX_MS, BODY_MS } from "../time-limits";

/** The HTTP status for a refused body. */
export type BadBody = 400 | 408 | 413;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** @returns the bytes, none for a request without a body; or the status to refuse the request with */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | BadBody> {
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const isTooLarge = Number(request.headers.get("content-length")) > appConfig.maxBodyBytes;
  const chunks: Uint8Array[] = [];
  const end = isTooLarge ? 413 : await readChunks(reader, appConfig.maxBodyBytes, (chunk) => chunks.push(chunk));
  // Browsers read the answer only after they have sent everything.
  if (end === 413) void discard(reader);
  return end === "complete" ? new Uint8Array(Buffer.concat(chunks)) : end;
}

async function readChunks(
  reader: Reader,
  maxBytes: number,
  keep: (chunk: Uint8Array) => void,
): Promise<BadBody | "complete"> {
  const begun = Date.now();
  let size = 0;
  try {
    for (;;) {
      const allowedMs = Math.min(BODY_MS + (size / BODY_BYTES_PER_SECOND) * 1000, BODY_MAX_MS);
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
 * Reads the rest of a body. If it is too slow, the connection is closed. After the answer, no error says that the
 * client left.
 */
async function discard(reader: Reader): Promise<void> {
  const end = await readChunks(reader, Number.POSITIVE_INFINITY, () => {});
  if (end === 408) await reader.cancel().catch(() => {});
}

/** @returns undefined if the result is late */
async function beforeTime<T>(result: Promise<T>, time: number): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  // It must not keep a server that stops alive.
  const timer = setTimeout(resolve, time - Date.now(), undefined).unref();
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
