// "Recent activity" on the account page. acts.test.ts has what causes an event.

import { activityText } from "../../src/messages/activity.ts";
import { deviceText } from "../../src/messages/devices.ts";
import { clientOf, signInByMailAs, textsOf } from "../support/client.ts";
import { expect, insertEvent, insertSession, newEmail, rows, test } from "../support/test.ts";

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

test("the list says that it is empty, and shows five events and the others on demand", async ({ app }) => {
  const user = await insertSession(app);
  const open = async () => {
    const { body } = await clientOf(app, user).open("/account");
    return body.split(`>${activityText.title}<`)[1]?.split("</section>")[0] ?? "";
  };
  expect(await open()).toContain(activityText.none);
  for (let number = 1; number <= 7; number++)
    insertEvent(app, user.id, number === 1 ? "an event of later" : "signed out");
  const [first = "", others = ""] = (await open()).split(activityText.earlier);
  expect([first, others].map((body) => textsOf({ body }, "li").length)).toEqual([5, 2]);
  expect(textsOf({ body: others }, "li").at(-1)).toContain("an event of later");
});
