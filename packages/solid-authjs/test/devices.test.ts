import { expect, it } from "vitest";
import { deviceOf } from "../src/devices";

const agent = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/${version}`;

it("a user agent is parsed once, and a thousand are remembered at most: a client can send any number", async () => {
  const first = await deviceOf(agent(0));
  expect(first).toEqual({ browser: "Firefox", system: "Windows", kind: "computer" });
  for (let version = 1; version < 1000; version++) await deviceOf(agent(version));
  expect(await deviceOf(agent(0))).toBe(first);
  await deviceOf(agent(1000));
  expect(await deviceOf(agent(0))).not.toBe(first);
});

it.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari", "iPhone"],
  ["Call 0800 555 0100 now/1.0 x", undefined, undefined],
  ["Call 0800 555 0100 now/1.0 (X11; Linux x86_64)", undefined, "Linux"],
  ["Nokia 08005550100 Chrome/140.0", "Chrome", undefined],
])("a device has known names only, and none in the client's own words: %s", async (userAgent, browser, system) => {
  expect(await deviceOf(userAgent)).toMatchObject({ browser, system });
});
