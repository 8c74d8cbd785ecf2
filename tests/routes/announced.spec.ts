// Messages as a screen reader gets them: by a region that Chromium's accessibility tree has before the message.

import type { CDPSession } from "@playwright/test";
import { accountText } from "../../src/messages/account.ts";
import { formText } from "../../src/messages/forms.ts";
import { describeNotice } from "../../src/messages/notices.ts";
import { listen } from "../support/heard.ts";
import { claimed, expect, expectNotice, followLink, saveName, test } from "../support/test.ts";

const SAVED = describeNotice("nameSaved")?.text ?? "";

/** The polite regions of the accessibility tree, with their text. `id` is the element's. */
async function regionsOf(client: CDPSession) {
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = (id: string): string => {
    const { role, name, childIds = [] } = byId.get(id) ?? {};
    return role?.value === "StaticText" ? String(name?.value) : childIds.map(textOf).join("");
  };
  return nodes
    .filter(({ ignored, role }) => !ignored && role?.value === "status")
    .map(({ nodeId, backendDOMNodeId, properties = [] }) => {
      const stated = (name: string) => properties.find((property) => property.name === name)?.value.value;
      return { id: backendDOMNodeId, live: stated("live"), isWhole: stated("atomic"), text: textOf(nodeId) };
    });
}

test("a success is written into a region that screen readers know from the start, each time and once", async ({
  page,
  context,
  user: _,
}) => {
  const heard = await listen(page);
  await page.goto("/account");
  await claimed(page);
  const client = await context.newCDPSession(page);
  await client.send("Accessibility.enable");
  const [region] = await regionsOf(client);
  expect(region).toMatchObject({ live: "polite", isWhole: true, text: "" });
  await saveName(page, "Ada");
  await expect.poll(() => regionsOf(client)).toEqual([{ ...region, text: SAVED }]);
  await expect.poll(heard).toEqual([SAVED]);
  await saveName(page, "Ada");
  await expect.poll(heard).toEqual([SAVED, SAVED]);
  await followLink(page, "/");
  await expect.poll(async () => (await regionsOf(client))[0]).toEqual(region);
  expect(await heard()).toEqual([SAVED, SAVED]);
});

test("a success that comes with a whole page is in its HTML, and is written once more when the page stands", async ({
  page,
  app,
  context,
  user: _,
}) => {
  const value = encodeURIComponent(JSON.stringify({ code: "nameSaved" }));
  await context.addCookies([{ name: "notice", value, url: app.origin }]);
  const heard = await listen(page);
  const response = await page.goto("/account");
  expect(await response?.text()).toContain(SAVED);
  await expectNotice(page, "nameSaved");
  await expect.poll(heard).toEqual([SAVED]);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await heard()).toEqual([SAVED]);
  await expect(page.getByRole("status")).toBeFocused();
});

test("a form whose answer is late says that it is being sent, in a region that screen readers know, until it is there", async ({
  page,
  user: _,
}) => {
  await page.clock.install();
  await page.goto("/account");
  await claimed(page);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/_server*", async (route) => {
    await answered;
    await route.continue();
  });
  const region = page
    .locator("form", { has: page.getByRole("button", { name: accountText.profile.save }) })
    .locator("[aria-live=polite]");
  await expect(region).toHaveText("");
  const asked = page.waitForRequest("**/_server*");
  await saveName(page, "Ada");
  await asked;
  await page.clock.runFor(1_000);
  await expect(region).toHaveText(formText.sending);
  answer();
  await expectNotice(page, "nameSaved");
  await expect(region).toHaveText("");
});
