// What uses no limit up. How much each allows: tests/server/http/rate-limit.test.ts. The page of a limit:
// stories/accessibility.spec.ts.

import { Client } from "../../tests/support/client.ts";
import { expect, newClient, test } from "../../tests/support/test.ts";

const CALLBACKS = 300;

test("images and frames on another site do not use up a visitor's limits", async ({ app }) => {
  const visitor = new Client(app.origin, newClient());
  const from = (dest: string) => ({ "sec-fetch-site": "cross-site", "sec-fetch-dest": dest });
  for (const dest of ["image", "iframe", "empty"])
    for (let tries = 0; tries <= CALLBACKS; tries++)
      expect((await visitor.get("/api/auth/callback/github", from(dest))).status).toBe(403);
  expect((await visitor.get("/api/auth/callback/github?code=x&state=y", from("document"))).status).toBe(302);
  const fields = { csrfToken: await visitor.csrfToken() };
  expect((await visitor.post("/api/auth/callback/email", fields)).status).toBe(302);
});
