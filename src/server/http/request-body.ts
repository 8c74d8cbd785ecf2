// Reads the body of a request completely before it is parsed, with limits on its size and time.

import "server-only";
import appConfig from "../../../app.config";

/** How long a body may take to arrive, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** The HTTP status for a refused body. */
export type BadBody = 400 | 408 | 413;

/** @returns the bytes, none for a request without a body; or the status to refuse the request with */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | BadBody> {
  // Not started: the server discards the rest, so that the browser can read the response.
  if (Number(request.headers.get("content-length")) > appConfig.maxBodyBytes) return 413;
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();

  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<408>((resolve) => {
    timer = setTimeout(() => resolve(408), TIMEOUT_MS);
  });
  try {
    return await Promise.race([readAll(reader), timeout]);
  } catch {
    // The client has disconnected, or the chunked encoding is malformed.
    return 400;
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array<ArrayBuffer> | 413> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(Buffer.concat(chunks));
    size += value.byteLength;
    if (size > appConfig.maxBodyBytes) return 413;
    chunks.push(value);
  }
}
