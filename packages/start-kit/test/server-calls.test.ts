// Which arguments of a call reach SolidStart, as its own serialiser writes them, and when an action is answered.

import { toCrossJSONStream } from "seroval";
import {
  FormDataPlugin,
  ReadableStreamPlugin,
  RequestPlugin,
  URLPlugin,
  URLSearchParamsPlugin,
} from "seroval-plugins/web";
import { expect, it } from "vitest";
import { serverCalls } from "../src/server-calls.ts";

const ORIGIN = "http://localhost";

/** Whether a call reaches SolidStart. Otherwise the answer is 400. */
async function reaches(query: string, init: RequestInit): Promise<boolean> {
  const answer = await answerTo(query, init, () => "carried out");
  if (answer !== "carried out") expect((answer as Response).status).toBe(400);
  return answer === "carried out";
}

/** @param carryOut gets the headers of the answer */
async function answerTo(query: string, init: RequestInit, carryOut: (headers: Headers) => unknown): Promise<unknown> {
  const url = new URL(`${ORIGIN}/_server${query}`);
  const middleware = serverCalls((() => ({ url, origin: ORIGIN })) as never, {
    refuse: (_, status) => new Response(null, { status }),
    report() {},
  });
  const event = { req: new Request(url, init), res: { headers: new Headers() } };
  return middleware(event as never, () => carryOut(event.res.headers));
}

/** @returns the first part of what the browser sends for these arguments: a promise's value would follow */
function written(args: unknown[]): string {
  let text = "";
  toCrossJSONStream(args, {
    plugins: [FormDataPlugin, ReadableStreamPlugin, RequestPlugin, URLPlugin, URLSearchParamsPlugin],
    onParse(node) {
      text ||= JSON.stringify(node);
    },
  });
  return `;0x${Buffer.byteLength(text).toString(16).padStart(8, "0")};${text}`;
}

function isCarriedOut(...args: unknown[]): Promise<boolean> {
  const headers = { "x-server-id": "id", "x-server-instance": "server-fn:0", "x-start-type": "0" };
  return reaches("", { method: "POST", body: written(args), headers });
}

/** Whether a call of an action that is bound to a value, with a form, reaches SolidStart: see bound-arguments.ts. */
function isBoundAndCarriedOut(value: unknown): Promise<boolean> {
  const headers = { "x-server-id": "id", "x-server-instance": "server-fn:0", "x-start-type": "2" };
  return reaches(`?args=${encodeURIComponent(written([value]))}`, { method: "POST", body: form, headers });
}

const form = new FormData();
form.append("name", "Ada");

const PLAIN: [string, unknown][] = [
  ["a text", "42"],
  ["a number", Number.NaN],
  ["a big integer", 10n],
  ["undefined", undefined],
  ["a date", new Date()],
  ["a list with an object", [{ t: 12 }]],
  ["an object without a prototype", Object.create(null)],
  ["a map", new Map([[1, { a: 2 }]])],
  ["a set", new Set([1])],
  ["bytes", new Uint8Array([1, 2])],
  ["a form's fields", new URLSearchParams({ name: "Ada" })],
  ["a form with files", form],
  ["a URL", new URL(ORIGIN)],
];

it.each(PLAIN)("%s is carried out, by itself, beside another argument and bound to an action", async (_, value) => {
  expect(await isCarriedOut(value)).toBe(true);
  expect(await isCarriedOut("42", value)).toBe(true);
  expect(await isBoundAndCarriedOut(value)).toBe(true);
});

const LATE: [string, () => unknown][] = [
  ["a promise", () => Promise.resolve(1)],
  ["a stream", () => new ReadableStream()],
  ["a request with a body", () => new Request(ORIGIN, { method: "POST", body: "x" })],
];

it.each(LATE)("%s, whose value comes later, gets 400, in a map and beside a form as well", async (_, value) => {
  expect(await isCarriedOut(value())).toBe(false);
  expect(await isCarriedOut(new Map([[1, value()]]))).toBe(false);
  expect(await isCarriedOut(value(), form)).toBe(false);
  expect(await isBoundAndCarriedOut(value())).toBe(false);
});

it.each([
  // What follows the list would be read when the call is over.
  `${written([])};0x00000001;x`,
  `${written([])} `,
  ';0x0000000d;{"t":0,"s":5}',
  "[]",
])("a call whose arguments are no complete list gets 400, in its body or its address: %s", async (args) => {
  const headers = { "x-server-id": "id", "x-server-instance": "server-fn:0", "x-start-type": "0" };
  expect(await reaches("", { method: "POST", body: args, headers })).toBe(false);
  expect(await reaches(`?args=${encodeURIComponent(args)}`, { headers })).toBe(false);
});

it("a value that no form or page sends, such as a request, gets 400", async () => {
  expect(await isCarriedOut(new Request(ORIGIN))).toBe(false);
});

const UNNAMED = { "x-server-instance": "" };

it.each<[string, boolean, string, RequestInit]>([
  ["a form", true, "", { method: "POST", body: new URLSearchParams({ name: "Ada" }) }],
  ["a form with files", true, "", { method: "POST", body: form }],
  ["an address", true, "", {}],
  ["a form that claims to be a script's", false, "", { method: "POST", body: form, headers: { "x-start-type": "6" } }],
  ["a text", false, "", { method: "POST", body: "Ada" }],
  ["an address with arguments", false, `?args=${encodeURIComponent(written(["42"]))}`, {}],
  ["an address with arguments of a form", false, "?args=[42]", {}],
  ["an address with arguments and an empty header", false, `?args=${written([])}`, { headers: UNNAMED }],
  ["arguments with an empty header", false, "", { method: "POST", body: written([]), headers: UNNAMED }],
])("a call without the router's header, by %s, is carried out: %s", async (_, isCarriedOut, query, init) => {
  expect(await reaches(query, init)).toBe(isCarriedOut);
});

it("an action with the next page's data is answered once all of it was read, with the cookies that came with it", async () => {
  const headers = {
    ...{ "x-server-id": "id", "x-server-instance": "server-fn:0", "x-single-flight": "true" },
    referer: `${ORIGIN}/account`,
  };
  let given = new Headers();
  const answer = await answerTo("", { method: "POST", body: form, headers }, (headers) => {
    given = headers;
    return new ReadableStream(
      {
        pull(controller) {
          headers.set("set-cookie", "session=new");
          controller.enqueue(Buffer.from("data"));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  });
  expect(given.get("set-cookie")).toBe("session=new");
  expect(String(Buffer.from(answer as Uint8Array))).toBe("data");
});
