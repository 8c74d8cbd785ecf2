// SPEC.md, FrameworkAuthConfig: `pages` (with `confirm`, which is ours) and `theme`.

import GitHub from "@auth/core/providers/github";
import { expect, it, vi } from "vitest";
import { emailProvider, useApplication } from "../support/application";
import { type Answer, ORIGIN, type Visitor } from "../support/visitor";

const EMAIL = { email: "user@example.com" };
const theme = { colorScheme: "dark", brandColor: "#c0ffee", buttonText: "#123456", logo: "/my-logo.svg" } as const;

const app = useApplication(() => ({ providers: [GitHub({ clientId: "id", clientSecret: "secret" })] }));

it.each([
  ["/signin", 200, [`action="${ORIGIN}/api/auth/signin/github"`, `action="${ORIGIN}/api/auth/signin/email"`]],
  ["/signout", 200, [`action="${ORIGIN}/api/auth/signout"`]],
  ["/error?error=Configuration", 500, ["problem with the server configuration"]],
  ["/error?error=Verification", 403, ["no longer valid"]],
  ["/verify-request", 200, ["Check your email"]],
])(
  "GET %s without pages is a built-in page, with status %i, its form's token and the theme",
  async (path, status, texts) => {
    const visitor = app.visitor();
    const answer = await visitor.get(path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toContain("text/html");
    const html = await answer.text();
    for (const text of texts) expect(html).toContain(text);
    if (texts[0]?.startsWith("action")) expect(html).toContain(`name="csrfToken" value="${await visitor.csrfToken()}"`);
    expect(html).toContain('class="__next-auth-theme-auto"');
    const styled = await (await app.visitor({ theme }).get(path)).text();
    for (const text of ['class="__next-auth-theme-dark"', "--brand-color: #c0ffee", 'src="/my-logo.svg"'])
      expect(styled).toContain(text);
    if (path.startsWith("/signin")) expect(styled).toContain("--button-text-color: #123456");
  },
);

it("the function that sends the mail gets the theme", async () => {
  const sendVerificationRequest = vi.fn();
  const provider = emailProvider(app.sent, { sendVerificationRequest });
  await app.visitor({ theme, providers: [provider] }).post("/signin/email", EMAIL);
  expect(sendVerificationRequest.mock.lastCall?.[0].theme).toEqual(theme);
});

const denied = { callbacks: { signIn: () => false } };
const forge = (visitor: Visitor) => visitor.visit("/signin/email", { method: "POST" });

it.each<[string, Parameters<typeof app.visitor>[0], (visitor: Visitor) => Promise<Answer>, string]>([
  ["a refusal", denied, (visitor) => visitor.post("/signin/email", EMAIL), "/api/auth/error?error=AccessDenied"],
  ["a failure that another attempt can mend", {}, forge, "/api/auth/signin?error=MissingCSRF"],
  ["a first sign-in", {}, (visitor) => app.signIn(visitor), "/"],
  ["such a failure, with pages.signIn,", { pages: { signIn: "/my/sign-in" } }, forge, "/my/sign-in?error=MissingCSRF"],
  [
    "a request for a link, with pages.verifyRequest,",
    { pages: { verifyRequest: "/my/inbox" } },
    async (visitor) => visitor.get((await visitor.post("/signin/email", EMAIL)).location ?? ""),
    "/my/inbox?provider=email&type=email",
  ],
  [
    "a first sign-in, with pages.newUser,",
    { pages: { newUser: "/my/welcome" } },
    (visitor) => app.signIn(visitor),
    `/my/welcome?callbackUrl=${encodeURIComponent(`${ORIGIN}/`)}`,
  ],
])("%s leads to its page, and no other page is replaced", async (_, options, act, expected) => {
  const visitor = app.visitor(options);
  expect((await act(visitor)).location?.href).toBe(ORIGIN + expected);
  for (const path of ["/signout", "/error"])
    expect((await visitor.get(path)).headers.get("content-type")).toContain("text/html");
});

it("a later sign-in does not lead to newUser", async () => {
  await app.signedIn();
  const { location } = await app.signIn(app.visitor({ pages: { newUser: "/my/welcome" } }));
  expect(location?.href).toBe(`${ORIGIN}/`);
});
