// API routes as an owner writes them: every method, CORS, an upload, streams, and calls to
// another server.

import type { Changes } from "./variants.ts";

/** The owner's limit, for uploads. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** The other origin that the CORS headers allow. */
export const OTHER_ORIGIN = "https://other.example";

const newFile = (name: string, to: string) => ({ file: `src/routes/api/${name}.ts`, from: "", to });

export const OWN_ROUTES: Changes = [
  { file: "app.config.ts", from: "maxBodyBytes: 64 * 1024", to: `maxBodyBytes: ${MAX_BODY_BYTES}` },
  newFile(
    "notes/[id]",
    `
import type { APIEvent } from "@solidjs/start/server";

const cors = {
  "access-control-allow-origin": "${OTHER_ORIGIN}",
  "access-control-allow-headers": "authorization, content-type",
  "access-control-allow-methods": "GET, PUT, PATCH, DELETE",
  vary: "origin",
};

async function echo({ request, params }: APIEvent) {
  const sent = { method: request.method, id: params.id, body: await request.text() };
  return Response.json(sent, { headers: cors });
}

export const GET = echo;
export const PUT = echo;
export const PATCH = echo;
export const DELETE = echo;
export const OPTIONS = () => new Response(null, { status: 204, headers: cors });
`,
  ),
  newFile(
    "upload",
    `
import type { APIEvent } from "@solidjs/start/server";

export async function POST({ request }: APIEvent) {
  return Response.json({ bytes: (await request.arrayBuffer()).byteLength });
}
`,
  ),
  newFile(
    "events",
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
    "relay",
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
  newFile("wait", `export const GET = () => fetch(process.env.PEER_URL ?? "");\n`),
  newFile("large", `export const GET = () => new Response("x".repeat(20_000_000));\n`),
];
