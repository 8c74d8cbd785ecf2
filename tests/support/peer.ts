// A local HTTP server that plays another site or provider.

import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface Peer {
  url: string;
  close(): Promise<void>;
}

/**
 * @param listener gets the peer's own URL, which it may need to name itself
 * @param port any free one by default
 */
export async function serve(listener: (url: string) => RequestListener, port = 0): Promise<Peer> {
  const server = createServer();
  server.listen(port, "127.0.0.1");
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
export function serveFetch(handle: (request: Request) => Promise<Response>, port?: number): Promise<Peer> {
  return serve(
    (url) => async (message, reply) => {
      const response = await handle(await toRequest(url, message));
      reply.statusCode = response.status;
      reply.setHeaders(response.headers);
      reply.end(Buffer.from(await response.arrayBuffer()));
    },
    port,
  );
}

async function toRequest(url: string, message: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const body = message.method === "GET" ? undefined : Buffer.concat(chunks);
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(url + message.url, { method: message.method, headers, body });
}
