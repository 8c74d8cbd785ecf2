// "Recent activity" on the account page.

import { accountText } from "../../src/messages/account.ts";
import { activityText } from "../../src/messages/activity.ts";
import { deviceText } from "../../src/messages/devices.ts";
import { Client, textsOf } from "../support/client.ts";
import {
  expect,
  expectNotice,
  insertAccount,
  insertEvent,
  insertSession,
  newClient,
  newEmail,
  pressAndConfirm,
  rows,
  signedIn,
  signInByMail,
  test,
} from "../support/test.ts";

const { events } = activityText;

test("a sign-in, with its method and its device, and what happens after it are listed, the newest first", {
  tag: ["@email", "@github"],
}, async ({ page, app }) => {
  const email = newEmail();
  await page.goto("/sign-in");
  await signInByMail(page, app, email);
  const [user] = rows(app, "User", "email", email);
  insertAccount(app, String(user?.id));
  await page.goto("/account");
  await pressAndConfirm(page, accountText.methods.disconnect("GitHub"));
  await expectNotice(page, "providerDisconnected", "GitHub");
  const list = page.getByRole("region", { name: activityText.title }).getByRole("listitem");
  await expect(list).toContainText([
    `${events["method removed"]}GitHub · `,
    `${events["signed in"]}Email · Chrom`,
    events["user created"],
  ]);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: accountText.data.download }).click();
  await (await download).path();
  await page.reload();
  await expect(list.first()).toContainText(events["data downloaded"]);
  const stored = rows(app, "SecurityEvent", "userId", String(user?.id));
  expect(JSON.stringify(stored)).not.toContain(email);
});

test("each event has its own words in the list (tests/account/acts.test.ts has what causes it)", async ({ app }) => {
  const { id, sessionToken } = await insertSession(app);
  for (const event of Object.keys(activityText.events)) insertEvent(app, id, event);
  const client = new Client(app.origin, newClient());
  client.cookies.set("authjs.session-token", sessionToken);
  const items = textsOf(await client.open("/account"), "li");
  for (const words of Object.values(activityText.events))
    expect(items.filter((item) => item.startsWith(words + deviceText.unknown))).toHaveLength(1);
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("an account without activity says so, and one with much shows the rest on demand", async ({
      page,
      app,
      context,
    }) => {
      const { id } = await signedIn(app, context);
      await page.goto("/account");
      const section = page.getByRole("region", { name: activityText.title });
      await expect(section).toContainText(activityText.none);
      for (let number = 1; number <= 7; number++)
        insertEvent(app, id, number === 1 ? "an event of later" : "signed out");
      await page.reload();
      await expect(section.getByRole("listitem")).toHaveCount(5);
      await section.getByText(activityText.earlier).click();
      await expect(section.getByRole("listitem")).toHaveCount(7);
      await expect(section.getByRole("listitem").last()).toContainText("an event of later");
    });
  });
