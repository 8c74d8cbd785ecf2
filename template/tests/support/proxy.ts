import { type IncomingMessage, request, type ServerResponse } from "node:http";

/** Sends a request on to a server, as a proxy does. @param then by default, its answer is the reply */
export function forward(
  origin: string,
  message: IncomingMessage,
  reply: ServerResponse,
  then = (answer: IncomingMessage): unknown => answer.pipe(reply.writeHead(answer.statusCode ?? 502, answer.headers)),
): void {
  const { method, headers, url } = message;
  const onward = request(origin + url, { method, headers }, then);
  onward.on("error", () => reply.destroy());
  message.pipe(onward);
}
