import { expect, it } from "vitest";
import { deviceOf } from "../src/devices";

it.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Windows"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari", "iPhone"],
  ["Call 0800 555 0100 now/1.0 x", undefined, undefined],
  ["Call 0800 555 0100 now/1.0 (X11; Linux x86_64)", undefined, "Linux"],
  ["Nokia 08005550100 Chrome/140.0", "Chrome", undefined],
])("a device has known names only, and none in the client's own words: %s", async (userAgent, browser, system) => {
  expect(await deviceOf(userAgent)).toMatchObject({ browser, system });
});
