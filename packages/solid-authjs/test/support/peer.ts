// A local HTTP server that plays a provider.

import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Peer {
  url: string;
  close(): Promise<void>;
}

/** @param listener gets the peer's own URL, which it may need to name itself */
export async function serve(listener: (url: string) => RequestListener): Promise<Peer> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on("request", listener(url));
  return {
    url,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** A peer from a function that maps a Request to a Response. */
export function serveFetch(handle: (request: Request) => Promise<Response>): Promise<Peer> {
  return serve((url) => async (message, reply) => {
    const { method, headers } = message;
    const body = method === "GET" ? undefined : await text(message);
    const request = new Request(url + message.url, { method, headers: headers as Record<string, string>, body });
    const response = await handle(request);
    reply.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
  });
}
