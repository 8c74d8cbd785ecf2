// Other names of the server, and requests whose answer no visitor sees.

import { beforeAll, describe, expect, it } from "vitest";
import { lastResortText } from "~/messages/errors";
import { newDatabase } from "../../support/adapter";
import { inRequest, ORIGIN, useApplication } from "../../support/request";

const APP = "https://app.example.com";
const PAGE = { "sec-fetch-dest": "document", accept: "text/html" };

/** @returns the status of the answer to a page's request, and where it leads; undefined if it passes */
async function answerTo(method: string, headers: Record<string, string>, path = "/account?a=b") {
  const { ownHost } = await import("~/server/middleware/own-host");
  const request = new Request(ORIGIN + path, { method, headers });
  const answer = await inRequest(request, () => ownHost({ req: request } as never, () => undefined));
  if (!(answer instanceof Response)) return undefined;
  return [answer.status, answer.headers.get("location"), answer.status === 403 ? await answer.text() : ""];
}

describe.each([
  ["on the owner's machine", ORIGIN, "127.0.0.1:3000"],
  ["at a domain", APP, "www.example.com"],
])("an application %s", (_, origin, other) => {
  const own = new URL(origin).host;
  beforeAll(async () => {
    useApplication({ url: await newDatabase() }, { AUTH_URL: origin });
  });

  it.each(["GET", "HEAD"])(
    "leads a %s of a page under another name to its own, with path and query",
    async (method) => {
      const led = [307, `${origin}/account?a=b`, ""];
      expect(await answerTo(method, { ...PAGE, host: other })).toEqual(led);
      expect(await answerTo(method, { accept: "text/html", host: other })).toEqual(led);
      expect(await answerTo(method, { ...PAGE, host: "127.0.0.1:1", "x-forwarded-host": other })).toEqual(led);
    },
  );

  it("leads a browser once a minute: behind a proxy that writes its own Host it would have no end", async () => {
    const cookie = origin === APP ? "__Host-led-here=1" : "led-here=1";
    expect(await answerTo("GET", { ...PAGE, host: other, cookie })).toBeUndefined();
  });

  it.each<[string, Record<string, string>]>([
    ["under its own name", { ...PAGE, host: own }],
    ["behind a proxy that leaves the port out", { ...PAGE, host: new URL(origin).hostname }],
    ["behind a proxy", { ...PAGE, host: "10.0.0.1:8080", "x-forwarded-host": own }],
    ["behind several proxies", { ...PAGE, host: "10.0.0.1:8080", "x-forwarded-host": `${own}, proxy.example.com` }],
    ["of a program", { accept: "*/*", host: other }],
    ["of an image", { accept: "text/html", "sec-fetch-dest": "image", host: other }],
  ])("leads no request %s", async (_, headers) => {
    expect(await answerTo("GET", headers)).toBeUndefined();
  });

  it("tells a form under another name which address to open, and accuses no visitor", async () => {
    for (const sent of [`http://${other}`, `https://${other}`]) {
      const [status, , text] = (await answerTo("POST", { ...PAGE, host: other, origin: sent })) ?? [];
      expect(status).toBe(403);
      for (const said of Object.values(lastResortText.otherName(own))) expect(text).toContain(said);
    }
  });
});

describe("a domain", () => {
  beforeAll(async () => {
    useApplication({ url: await newDatabase() }, { AUTH_URL: APP });
  });

  it.each(["www.xn--bcher-kva.example.com", "xn--e1afmkfd.xn--p1ai", "WWW.EXAMPLE.COM."])(
    "a visitor is led from its other name %s",
    async (host) => expect(await answerTo("GET", { ...PAGE, host })).toEqual([307, `${APP}/account?a=b`, ""]),
  );

  it.each(["10.0.0.1", "app:3000", "app", "[::1]:3000", "10.0.0.1."])(
    "a proxy that writes %s into Host is no other name of it",
    async (host) => expect(await answerTo("GET", { ...PAGE, host })).toBeUndefined(),
  );
});

it.each([
  ["GET", {}, true],
  ["POST", {}, true],
  ["HEAD", {}, false],
  ["GET", { "sec-purpose": "prefetch" }, false],
  ["GET", { purpose: "prefetch" }, false],
  ["GET", { "x-moz": "prefetch" }, false],
])("the server knows whether a visitor sees the answer to a %s with %o: %s", async (method, headers, isSeen) => {
  const cookies = await import("~/server/http/cookies");
  expect(cookies.isSeen(new Request(ORIGIN, { method, headers }))).toBe(isSeen);
});
