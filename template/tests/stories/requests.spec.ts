// The calls of server functions that a browser makes for each navigation and each action.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { NoticeCode } from "../../../src/messages/notices.ts";
import { isOffered } from "../../../tests/support/methods.ts";
import {
  addPasskey,
  age,
  askForEmail,
  expect,
  expectAuthError,
  expectNotice,
  followLink,
  hasSessionRows,
  insertAccount,
  insertPasskey,
  insertSessionRow,
  linkIn,
  mailTo,
  newEmail,
  pressAndConfirm,
  type SignedInUser,
  signedIn,
  test,
} from "../../../tests/support/test.ts";

/** @returns the methods of the calls since it was last asked. A late call counts for the next step. */
function callsOf(page: Page): () => string {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/_server") calls.push(request.method());
  });
  return () => calls.splice(0).join(" ");
}

const LINK = new URLSearchParams({ email: newEmail(), token: "x" });

/** An owner may have deleted them. */
const hasDemoPages = existsSync(join(import.meta.dirname, "../../src/routes/protected/client.tsx"));

const PAGES = {
  user: [
    ...(hasDemoPages ? ["/protected", "/protected/client"] : []),
    "/account",
    `/account/email?${LINK}`,
    "/welcome",
    "/sign-out",
    "/error?error=AccessDenied",
  ],
  visitor: ["/sign-in", `/sign-in/confirm?${LINK}`, "/verify-request", "/error?error=Verification", "/no/such/page"],
};

/** Pages that show the session alone. */
const WITHOUT_DATA = /^\/(error|no|protected\/client)\b/;

for (const [who, paths] of Object.entries(PAGES))
  test(`each navigation of a ${who} makes one call for the session, and one for data of the page`, async ({
    page,
    app,
    context,
  }) => {
    if (who === "user") await signedIn(app, context);
    const calls = callsOf(page);
    for (const path of paths) {
      await page.goto("/");
      await followLink(page, path);
      await expect(page).toHaveURL(path);
      expect(calls(), path).toBe(WITHOUT_DATA.test(path) ? "GET" : "GET GET");
      await followLink(page, "/");
      await expect(page).toHaveURL("/");
      expect(calls(), `from ${path}`).toMatch(/^(GET)?$/);
    }
  });

test("a link that changes only the query string asks for nothing that does not depend on it", async ({
  page,
  app,
  context,
}) => {
  await signedIn(app, context);
  await page.goto("/protected");
  const calls = callsOf(page);
  await followLink(page, "/protected?order=oldest");
  await expect(page).toHaveURL("/protected?order=oldest");
  await followLink(page, "/account");
  await expect(page).toHaveURL("/account");
  expect(calls()).toBe("GET GET");
});

/** What the browser asks for beside data: the challenge of a passkey. */
const CHALLENGE = "/api/auth/webauthn-options/passkey";

for (const [who, paths] of Object.entries(PAGES))
  test(`a page that a ${who} opens has its data, and asks for none`, async ({ page, app, context }) => {
    if (who === "user") await signedIn(app, context);
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (["fetch", "xhr"].includes(request.resourceType()) && pathname !== CHALLENGE) asked.push(pathname);
    });
    for (const path of ["/", ...paths]) {
      // biome-ignore lint/plugin: the page must ask for nothing.
      await page.goto(path, { waitUntil: "networkidle" });
      expect(asked, path).toEqual([]);
    }
  });

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** What the user presses, what they do for it on the account page, and the notice that follows. */
const ACTIONS: [button: string, act: (page: Page, user: SignedInUser) => Promise<void>, notice: NoticeCode][] = [
  ["Save", (page) => press(page, "Save"), "nameRemoved"],
  ["Change email", (page, { email }) => askForEmail(page, `new.${email}`), "emailAsked"],
];
if (hasSessionRows)
  ACTIONS.push(
    [
      "Sign out",
      (page) => page.getByRole("button", { name: "Sign out Unknown device" }).last().click(),
      "sessionEnded",
    ],
    ["Sign out other sessions", (page) => pressAndConfirm(page, "Sign out other sessions"), "otherSessionsEnded"],
  );
if (isOffered("passkey"))
  ACTIONS.push(
    [
      "Rename",
      async (page) => {
        await page.getByRole("button", { name: "Rename" }).click();
        await page.getByRole("textbox", { name: "Name of the passkey" }).press("Enter");
      },
      "passkeyRenamed",
    ],
    ["Remove", (page) => pressAndConfirm(page, "Remove"), "passkeyRemoved"],
  );
// The last method stays.
if (isOffered("github") && isOffered("email"))
  ACTIONS.push(["Disconnect GitHub", (page) => pressAndConfirm(page, "Disconnect GitHub"), "providerDisconnected"]);
ACTIONS.push([
  "Delete account",
  async (page, { email }) => {
    await page.getByRole("textbox", { name: "Your email" }).fill(email);
    await press(page, "Delete account");
  },
  "accountDeleted",
]);

test("each action of the account page is one call, which brings the page's new data along", async ({
  page,
  app,
  context,
}) => {
  const user = await signedIn(app, context);
  insertPasskey(app, user.id, "Mine");
  insertAccount(app, user.id);
  if (hasSessionRows) for (const _ of [1, 2]) insertSessionRow(app, user.id);
  await page.goto("/account");
  const calls = callsOf(page);
  for (const [button, act, notice] of ACTIONS) {
    await act(page, user);
    await expectNotice(page, notice, notice === "providerDisconnected" ? "GitHub" : undefined);
    expect(calls(), button).toBe("POST");
  }
  await expect(page).toHaveURL("/");
});

test("the button of a mail's link makes one call, and leads to the account page", async ({ page, app, context }) => {
  await signedIn(app, context);
  const address = newEmail();
  await page.goto("/account");
  await askForEmail(page, address);
  await page.goto(linkIn(await mailTo(app, address)));
  const calls = callsOf(page);
  await press(page, "Change the email");
  await expectNotice(page, "emailChanged");
  await expect(page).toHaveURL("/account");
  expect(calls()).toBe("POST");
});

test("a passkey that is added is listed after one call for the session and one for the account", {
  tag: "@passkey",
}, async ({ page, app, context, authenticator }) => {
  await signedIn(app, context);
  await page.goto("/account");
  const calls = callsOf(page);
  await addPasskey(page);
  await expect(page.getByRole("listitem").filter({ hasText: "never used" })).toBeVisible();
  expect(calls()).toBe("GET GET");
  expect(await authenticator.count()).toBe(1);
});

test("an action that needs a fresh sign-in makes one call, and leads to the sign-in page", async ({
  page,
  app,
  context,
}) => {
  const user = await signedIn(app, context);
  await age(app, context, user, 16);
  await page.goto("/account");
  const calls = callsOf(page);
  await askForEmail(page, newEmail());
  await expectAuthError(page, "FreshSignInRequired");
  expect(calls()).toBe("POST");
});

test("an action or a navigation after the session has ended leads to the sign-in page, which says why and leads back", async ({
  page,
  app,
  context,
}) => {
  const calls = callsOf(page);
  for (const [from, leave, expected, path = from] of [
    ["/account?tab=1", () => press(page, "Save"), "POST"],
    ["/welcome?callbackUrl=/protected", () => press(page, "Save and continue"), "POST"],
    ["/account", () => followLink(page, "/protected/client?tab=2"), "GET", "/protected/client?tab=2"],
  ] as const) {
    await signedIn(app, context);
    await page.goto(from);
    await context.clearCookies();
    await leave();
    await expectAuthError(page, "SessionRequired", "signed_out");
    await expect(page).toHaveURL(({ pathname, searchParams }) => {
      return pathname === "/sign-in" && decodeURIComponent(searchParams.get("callbackUrl") ?? "").startsWith(path);
    });
    expect(calls(), path).toBe(expected);
  }
});
