// Web handlers, from a Request to a Response, as the middleware that Vite and Node's own servers take.

import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** Connect keeps the address in `originalUrl` where it takes the mount path off `url`. */
type Incoming = IncomingMessage & { originalUrl?: string };

export function mount(handler: (request: Request) => Response | Promise<Response>) {
  return async (incoming: Incoming, outgoing: ServerResponse) => {
    const handling = async () => handler(toRequest(incoming));
    const response = await handling().catch((error) => new Response(String(error), { status: 500 }));
    // In a list, since there may be several Set-Cookie.
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
