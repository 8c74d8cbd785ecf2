import { expect, test } from "vitest";
import { newNonce } from "~/server/http/nonce";

test("a thousand nonces are all different, each of 128 bits", () => {
  const nonces = Array.from({ length: 1000 }, newNonce);
  expect(new Set(nonces).size).toBe(1000);
  for (const nonce of nonces) expect(nonce).toMatch(/^[\w+/]{22}==$/);
});
