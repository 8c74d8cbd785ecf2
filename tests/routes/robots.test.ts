// What robots.txt keeps from search engines.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openDatabase } from "../support/adapter";
import { inRequest, ORIGIN, useApplication } from "../support/request";

beforeEach(async () => useApplication(await openDatabase()));
afterEach(() => void vi.unstubAllEnvs());

it("a guarded home page keeps no other page from search engines", async () => {
  const { default: appConfig } = await import("../../app.config");
  appConfig.protectedPaths = ["/", "/account"];
  const { GET } = await import("~/routes/robots.txt");
  const rules = (await inRequest(new Request(`${ORIGIN}/robots.txt`), () => GET().text())).split("\n");
  expect(rules).toContain("Disallow: /$");
  expect(rules).toContain("Disallow: /account");
  expect(rules).not.toContain("Disallow: /");
});
