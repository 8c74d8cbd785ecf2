// Adapts web handlers (Request to Response) to middleware for Vite and Node servers.

import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** Connect removes the mount path from `url` and keeps the full URL in `originalUrl`. */
type Incoming = IncomingMessage & { originalUrl?: string };

export function mount(handler: (request: Request) => Response | Promise<Response>) {
  return async (incoming: Incoming, outgoing: ServerResponse) => {
    const handling = async () => handler(toRequest(incoming));
    const response = await handling().catch((error) => new Response(String(error), { status: 500 }));
    // A list, because there may be several Set-Cookie headers.
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  };
}

function toRequest(incoming: Incoming): Request {
  const protocol = "encrypted" in incoming.socket ? "https" : "http";
  const host = incoming.headers.host ?? "localhost";
  const url = new URL(incoming.originalUrl ?? incoming.url ?? "/", `${protocol}://${host}`);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, String(value));
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
  const body = hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : undefined;
  return new Request(url, { method: incoming.method, headers, body, duplex: "half" } as RequestInit);
}
