// The calls of server functions that a browser makes for each navigation and each action.

import type { Page } from "@playwright/test";
import type { NoticeCode } from "../../../src/messages/notices.ts";
import {
  addPasskey,
  askForEmail,
  expect,
  expectNotice,
  followLink,
  insertAccount,
  insertPasskey,
  insertSessionRow,
  newEmail,
  pressAndConfirm,
  type SignedInUser,
  signedIn,
  test,
} from "../../../tests/support/test.ts";

/** What the browser asks for beside data: the challenge of a passkey. */
const CHALLENGE = "/api/auth/webauthn-options/passkey";

/** @returns the methods of the calls since it was last asked. A late call counts for the next step. */
function callsOf(page: Page): () => string {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (["fetch", "xhr"].includes(request.resourceType()) && pathname !== CHALLENGE)
      calls.push(pathname === "/_server" ? request.method() : pathname);
  });
  return () => calls.splice(0).join(" ");
}

const LINK = new URLSearchParams({ email: newEmail(), token: "x" });

const PAGES = {
  user: [
    "/protected",
    "/protected/client",
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
  test(`a page that a ${who} opens has its data, and a navigation to it makes one call for the session, and one for data`, async ({
    page,
    app,
    context,
  }) => {
    if (who === "user") await signedIn(app, context);
    const calls = callsOf(page);
    for (const path of paths) {
      // biome-ignore lint/plugin: the page must ask for nothing.
      for (const opened of [path, "/"]) await page.goto(opened, { waitUntil: "networkidle" });
      expect(calls(), path).toBe("");
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

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** What the user does on the account page, by the button's name, and the notice that follows. */
const ACTIONS: Record<string, [act: (page: Page, user: SignedInUser) => Promise<void>, notice: NoticeCode]> = {
  Save: [(page) => press(page, "Save"), "nameRemoved"],
  "Change email": [(page, { email }) => askForEmail(page, `new.${email}`), "emailAsked"],
  "Sign out": [(page) => page.getByRole("button", { name: "Sign out Unknown device" }).last().click(), "sessionEnded"],
  "Sign out other sessions": [(page) => pressAndConfirm(page, "Sign out other sessions"), "otherSessionsEnded"],
  Rename: [
    async (page) => {
      await page.getByRole("button", { name: "Rename" }).click();
      await page.getByRole("textbox", { name: "Name of the passkey" }).press("Enter");
    },
    "passkeyRenamed",
  ],
  Remove: [(page) => pressAndConfirm(page, "Remove"), "passkeyRemoved"],
  "Disconnect GitHub": [(page) => pressAndConfirm(page, "Disconnect GitHub"), "providerDisconnected"],
  "Delete account": [
    async (page, { email }) => {
      await page.getByRole("textbox", { name: "Your email" }).fill(email);
      await press(page, "Delete account");
    },
    "accountDeleted",
  ],
};

test("each action of the account page is one call, which brings the page's new data along", async ({
  page,
  app,
  context,
}) => {
  const user = await signedIn(app, context);
  insertPasskey(app, user.id, "Mine");
  insertAccount(app, user.id);
  for (const _ of [1, 2]) insertSessionRow(app, user.id);
  await page.goto("/account");
  const calls = callsOf(page);
  for (const [button, [act, notice]] of Object.entries(ACTIONS)) {
    await act(page, user);
    await expectNotice(page, notice, notice === "providerDisconnected" ? "GitHub" : undefined);
    expect(calls(), button).toBe("POST");
  }
  await expect(page).toHaveURL("/");
});

test("a passkey that is added is listed after one call for the session and one for the account", async ({
  page,
  app,
  context,
  authenticator,
}) => {
  await signedIn(app, context);
  await page.goto("/account");
  const calls = callsOf(page);
  await addPasskey(page);
  await expect(page.getByRole("listitem").filter({ hasText: "never used" })).toBeVisible();
  expect(calls().replaceAll(/\/api\S* ?/g, "")).toBe("GET GET");
  expect(await authenticator.count()).toBe(1);
});
