import { expect, test } from "vitest";
import { randomText } from "~/solid-auth/random";

test("no byte is given out twice, whatever lengths are asked for", () => {
  const texts = Array.from({ length: 3000 }, (_, index) => randomText(8 + (index % 5) * 8, "hex"));
  const eights = texts.flatMap((text) => text.match(/.{16}/g) ?? []);
  expect(new Set(eights).size).toBe(eights.length);
});

test("a text has as many bytes as asked for, in the encoding asked for", () => {
  expect(randomText(32, "hex")).toMatch(/^[0-9a-f]{64}$/);
  expect(randomText(16, "base64")).toMatch(/^[\w+/]{22}==$/);
});
