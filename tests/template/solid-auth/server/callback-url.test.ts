// A page reads its session and its passkey options while the visitor presses a sign-in button.

import { beforeEach, expect, it } from "vitest";
import { type Application, openApplication } from "../../support/application";

let app: Application;

beforeEach(async () => {
  app = await openApplication();
});

it("a late answer about the session does not change where a sign-in leads", async () => {
  const { set } = await app.visitor().get("/session");
  expect([...set.keys()].filter((name) => name.includes("callback-url"))).toEqual([]);
});
