// What robots.txt keeps from search engines.

import { beforeEach, expect, it } from "vitest";
import { openDatabase } from "../support/adapter";
import { inRequest, ORIGIN, useApplication } from "../support/request";

beforeEach(async () => useApplication(await openDatabase()));

it("robots.txt keeps guarded pages, the API and the sign-out from search engines, and with a guarded home page no other", async () => {
  const { default: appConfig } = await import("../../app.config");
  appConfig.protectedPaths = ["/", "/account"];
  const { GET } = await import("~/routes/robots.txt");
  const rules = (await inRequest(new Request(`${ORIGIN}/robots.txt`), () => GET().text())).split("\n");
  const disallowed = ["/api/", "/$", "/account", "/sign-out"].map((path) => `Disallow: ${path}`);
  expect(rules).toEqual(["User-agent: *", ...disallowed, "", `Sitemap: ${ORIGIN}/sitemap.xml`, ""]);
});
