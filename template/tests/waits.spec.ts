// Visitors whose pages wait at the same time. `isolatePages` of packages/start-kit keeps them apart.

import { startApp } from "../../tests/support/app.ts";
import { buildVariant } from "../../tests/support/copies.ts";
import { expect, insertSession, test } from "../../tests/support/test.ts";
import { LAB } from "./support/variants.ts";
import { PLACES, VISITORS } from "./support/waits.ts";

test("forty pages that wait at each kind of place at once have their own visitor's data each, and no other's", async () => {
  const app = await startApp(buildVariant(LAB));
  const visitors = await Promise.all(Array.from({ length: VISITORS }, () => insertSession(app)));
  for (let round = 0; round < 3; round++) {
    const pages = await Promise.all(
      visitors.map(async ({ email, sessionToken }) => {
        const headers = { cookie: `authjs.session-token=${sessionToken}`, accept: "text/html" };
        const response = await fetch(`${app.origin}/waits`, { headers });
        return { email, status: response.status, html: await response.text() };
      }),
    );
    const emails = visitors.map(({ email }) => email);
    for (const { email, status, html } of pages) {
      expect(status).toBe(200);
      for (const place of PLACES)
        expect(html, `what waits at "${place}"`).toMatch(
          new RegExp(`<p[^>]*>(?:<!--.*?-->)?${email}(?:<!--.*?-->)? ${place}`),
        );
      expect(emails.filter((each) => html.includes(each))).toEqual([email]);
    }
  }
  await app.stop();
});
