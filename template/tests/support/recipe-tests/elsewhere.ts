// What an attacker tries with other sites, in the recipes that open the policy for some. The copy that recipes.spec.ts
// builds has them.

import { clientOf } from "../../../../tests/support/client.ts";
import { expect, insertSession } from "../../../../tests/support/test.ts";
import { test } from "./test.ts";

test("picture: the provider's picture is shown, and the provider does not learn the page", async ({ app }) => {
  const user = await insertSession(app);
  const shown = async (url: string) => {
    app.database.prepare(`UPDATE "User" SET "image" = ? WHERE "id" = ?`).run(url, user.id);
    return (await clientOf(app, user).get("/protected/picture")).body.match(/<img [^>]*alt="You"[^>]*>/)?.[0];
  };
  for (const url of ["javascript:alert(1)", "data:image/png;base64,eA=="])
    expect(await shown(url), url).toBeUndefined();
  const img = await shown("https://avatars.githubusercontent.com/u/1");
  expect(img).toContain('src="https://avatars.githubusercontent.com/u/1"');
  expect(img).toContain('referrerpolicy="no-referrer"');
});

test("third-party, component-library, picture: the policy allows what the pages name, and nothing else", async ({
  app,
}) => {
  const policy = (await fetch(app.origin)).headers.get("content-security-policy") ?? "";
  const directives = policy.split("; ").map((directive) => directive.split(" "));
  const opened = directives.map(([name, ...all]) => [name, all.filter((each) => /^'unsafe|:/.test(each))]);
  expect(Object.fromEntries(opened.filter(([, all]) => all?.length))).toEqual({
    "connect-src": ["https://plausible.io"],
    "font-src": ["https://fonts.gstatic.com"],
    // The providers', of which the test has some.
    "form-action": expect.any(Array),
    "frame-src": ["https://www.youtube-nocookie.com"],
    "img-src": ["https://avatars.githubusercontent.com", "https://lh3.googleusercontent.com"],
    "style-src": ["https://fonts.googleapis.com"],
    "style-src-attr": ["'unsafe-inline'"],
  });
  expect(policy).toMatch(/^default-src 'none'; script-src 'strict-dynamic' 'nonce-[\w+/=]+';/);
});
