// "Recent activity" on the account page. acts.test.ts has what causes an event.

import { activityText } from "../../src/messages/activity.ts";
import { deviceText } from "../../src/messages/devices.ts";
import { clientOf, signInByMailAs, textsOf } from "../support/client.ts";
import { expect, insertEvent, newEmail, rows, test, withAndWithoutScript } from "../support/test.ts";

const { events } = activityText;
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

test("a sign-in is listed with its method and its device, the newest first, and stored without an address", {
  tag: "@email",
}, async ({ app }) => {
  const [client, email] = [clientOf(app), newEmail()];
  await signInByMailAs(client, app, email, FIREFOX);
  const items = textsOf(await client.open("/account"), "li").filter((item) => item.includes(" · "));
  expect(items.slice(-2)).toEqual([
    expect.stringContaining(`${events["signed in"]}Email · ${deviceText.browserOn("Firefox", "Windows")}`),
    expect.stringContaining(events["user created"]),
  ]);
  const stored = rows(app, "SecurityEvent", "userId", String(rows(app, "User", "email", email)[0]?.id));
  expect(stored).toHaveLength(2);
  expect(JSON.stringify(stored)).not.toContain(email);
});

withAndWithoutScript(() => {
  test("the list shows no activity yet, and much of it on demand", async ({ page, app, user: { id } }) => {
    await page.goto("/account");
    const section = page.getByRole("region", { name: activityText.title });
    await expect(section).toContainText(activityText.none);
    for (let number = 1; number <= 7; number++) insertEvent(app, id, number === 1 ? "an event of later" : "signed out");
    await page.reload();
    await expect(section.getByRole("listitem")).toHaveCount(5);
    await section.getByText(activityText.earlier).click();
    await expect(section.getByRole("listitem")).toHaveCount(7);
    await expect(section.getByRole("listitem").last()).toContainText("an event of later");
  });
});
