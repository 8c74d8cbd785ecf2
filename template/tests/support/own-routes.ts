// API routes as an owner writes them: streams, a large answer, and calls to another server.

import { type Changes, newFile } from "./changes.ts";

export const OWN_ROUTES: Changes = [
  newFile(
    "routes/api/events.ts",
    `
export function GET() {
  let timer: NodeJS.Timeout;
  const events = new ReadableStream({
    start(controller) {
      controller.enqueue("data: begun\\n\\n");
      timer = setInterval(() => controller.enqueue("data: more\\n\\n"), 100);
    },
    cancel: () => clearInterval(timer),
  }).pipeThrough(new TextEncoderStream());
  return new Response(events, { headers: { "content-type": "text/event-stream" } });
}
`,
  ),
  newFile(
    "routes/api/relay.ts",
    `
export function GET() {
  const stream = new ReadableStream({
    async start(controller) {
      controller.enqueue("begun, ");
      controller.enqueue(await (await fetch(process.env.PEER_URL ?? "")).text());
      controller.close();
    },
  }).pipeThrough(new TextEncoderStream());
  return new Response(stream, { headers: { "content-type": "text/plain" } });
}
`,
  ),
  newFile("routes/api/wait.ts", `export const GET = () => fetch(process.env.PEER_URL ?? "");\n`),
  newFile("routes/api/large.ts", `export const GET = () => new Response("x".repeat(20_000_000));\n`),
];
