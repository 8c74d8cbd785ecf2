// A development server whose start takes longer than Nitro waits.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { applicationResponse } from "../src/await-start.ts";

/** Nitro's answer after 30 seconds. */
const UNAVAILABLE = 'Vite environment "nitro" is unavailable';
const page = () => new Response(`<pre>NitroViteError: ${UNAVAILABLE.replaceAll('"', "&quot;")}</pre>`, { status: 503 });
const json = () => Response.json({ message: UNAVAILABLE }, { status: 503 });

const request = new Request("http://localhost/");

it("the first page waits for the start, however long it takes", async () => {
  const answers = [page(), json(), new Response("the page")];
  const answer = await applicationResponse(request, async () => answers.shift() ?? page());
  expect([answer.status, await answer.text()]).toEqual([200, "the page"]);
});

it("an application that is unavailable itself is answered at once", async () => {
  const own = new Response("This is unavailable", { status: 503 });
  expect(await applicationResponse(request, async () => own)).toBe(own);
});

it("Nitro still says so in these words", () => {
  const worker = readFileSync("node_modules/nitro/dist/runtime/internal/vite/dev-worker.mjs", "utf8");
  const [before = "", after = ""] = UNAVAILABLE.split("nitro");
  expect(worker.match(/httpError\(503, `(.*?)\$\{this\.name\}(.*?)`\)/)?.slice(1)).toEqual([before, after]);
});
