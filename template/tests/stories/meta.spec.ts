// Status, title and meta tags of every page, in the HTML that the server sends. Those of the public pages:
// tests/routes/meta.spec.ts.

import { Client, textsOf } from "../../../tests/support/client.ts";
import { expect, insertSession, newClient, test } from "../../../tests/support/test.ts";

const LISTED = { "/": 200, "/sign-in": 200 };
/** Its title is that of the sign-in page. */
const CONFIRM = "/sign-in/confirm?token=x&email=a@example.com";
const UNLISTED = {
  [CONFIRM]: 200,
  "/sign-in/report?token=x": 200,
  "/sign-in/undo?token=x": 200,
  "/verify-request": 200,
  "/error?error=AccessDenied": 403,
  "/no-such-page": 404,
  "/%ff": 400,
};
const SIGNED_IN = {
  "/welcome": 200,
  "/protected": 200,
  "/account": 200,
  "/account/email?token=x&email=a@example.com": 200,
  "/sign-out": 200,
};

test("every page has a title of its own, and none is listed by a search engine but the home page and the sign-in page", async ({
  app,
}) => {
  const titles = new Set<string>();
  for (const pages of [LISTED, UNLISTED, SIGNED_IN]) {
    const client = new Client(app.origin, newClient());
    if (pages === SIGNED_IN) client.cookies.set("authjs.session-token", (await insertSession(app)).sessionToken);
    for (const [path, status] of Object.entries(pages)) {
      const page = await client.get(path, { accept: "text/html" });
      const isListed = pages === LISTED;
      const tags = [/<meta[^>]* name="robots"[^>]* content="noindex"/, /<link[^>]* rel="canonical"/];
      expect([page.status, ...tags.map((tag) => tag.test(page.body))], path).toEqual([status, !isListed, isListed]);
      const [title = ""] = textsOf(page, "title");
      expect(title, path).not.toBe("");
      expect(titles.has(title), `${path} has the title of another page`).toBe(path === CONFIRM);
      titles.add(title);
    }
  }
});

test("a mail's link without its token, or with a text that is no address, is an error, and its page shows no such text", async ({
  app,
}) => {
  const client = new Client(app.origin, newClient());
  client.cookies.set("authjs.session-token", (await insertSession(app)).sessionToken);
  for (const [path, status] of [
    ["/sign-in/confirm?email=ada@example.com", 403],
    ["/sign-in/confirm?token=x&email=Call+us", 403],
    ["/account/email?token=x&email=Call+us", 400],
  ] as const) {
    const page = await client.get(path);
    expect(page.status, path).toBe(status);
    expect(textsOf(page, "main").join(), path).not.toContain("Call us");
  }
});
