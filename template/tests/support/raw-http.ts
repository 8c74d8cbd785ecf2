// HTTP as bytes, for requests that fetch() would refuse or correct. Bytes are written as text, one character each
// (latin1), so that a request can be read, printed and repeated.

import { connect } from "node:net";

/** No response comes after this long without a byte: the server's own timeouts are shorter. */
const PATIENCE_MS = 15_000;

export interface Answer {
  status: number;
  /** Header lines in their order, names in lower case. */
  headers: [name: string, value: string][];
  /** The content, read as UTF-8. */
  text: string;
}

/** A request before it is serialised. The version and `Connection: close` are fixed. */
export interface RawRequest {
  method: string;
  /** The Host header, if it is not the server's own. */
  host?: string;
  /** The target in the request line: a path, or anything else. */
  target: string;
  /** Whole lines. */
  headers: string[];
  body: string;
}

/** Text as a client sends it: in UTF-8. */
export function utf8(text: string): string {
  return Buffer.from(text).toString("latin1");
}

export function write({ method, target, host, headers, body }: RawRequest, origin: string): string {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host ?? new URL(origin).host}`,
    "Connection: close",
    ...headers,
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

/**
 * Sends bytes on a connection of their own and reads until the server closes it.
 *
 * @param isCutOff closes the connection after the last byte, in the middle of the request
 * @returns undefined if the server closed the connection without a response
 * @throws {Error} if it does neither that nor answer
 */
export async function exchange(origin: string, bytes: string, isCutOff = false): Promise<Answer | undefined> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  let isStuck = false;
  socket.on("data", (chunk) => chunks.push(chunk));
  // A server that has responded may stop reading and reset the connection. The bytes that arrived before count.
  socket.on("error", () => {});
  socket.setTimeout(PATIENCE_MS, () => {
    isStuck = true;
    socket.destroy();
  });
  if (isCutOff) socket.end(bytes, "latin1");
  else socket.write(bytes, "latin1");
  await new Promise((resolve) => socket.once("close", resolve));
  if (isStuck) throw new Error("The server neither answered nor hung up.");
  return parse(Buffer.concat(chunks).toString("latin1"));
}

function parse(received: string): Answer | undefined {
  if (received === "") return undefined;
  const end = received.indexOf("\r\n\r\n");
  const [first = "", ...lines] = received.slice(0, end).split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  if (end < 0 || !status) throw new Error(`This is not HTTP: ${JSON.stringify(received.slice(0, 200))}`);
  const rest = received.slice(end + 4);
  // "100 Continue", before the final response.
  if (status < 200) return parse(rest);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const isChunked = headers.some(([name, value]) => name === "transfer-encoding" && value === "chunked");
  return { status, headers, text: Buffer.from(isChunked ? joinChunks(rest) : rest, "latin1").toString() };
}

function joinChunks(body: string): string {
  let content = "";
  for (let at = 0; at < body.length; ) {
    const lineEnd = body.indexOf("\r\n", at);
    const size = Number.parseInt(body.slice(at, lineEnd), 16);
    content += body.slice(lineEnd + 2, lineEnd + 2 + size);
    if (!(size > 0)) break;
    at = lineEnd + 2 + size + 2;
  }
  return content;
}

export function header(answer: Answer, name: string): string | undefined {
  return answer.headers.find(([known]) => known === name)?.[1];
}
