import { Client, textsOf } from "../../../tests/support/client.ts";
import {
  askForEmail,
  expect,
  expectNotice,
  insertSession,
  linkIn,
  mailTo,
  newClient,
  newEmail,
  signedIn,
  test,
} from "../../../tests/support/test.ts";

test("a mail's link without its token, or with a text that is no address, is an error, and its page shows no such text", async ({
  app,
}) => {
  const client = new Client(app.origin, newClient());
  client.cookies.set("authjs.session-token", (await insertSession(app)).sessionToken);
  const answerTo = async (path: string, link: Record<string, string>) => {
    const page = await client.open(`${path}?${new URLSearchParams(link)}`);
    return [page.status, textsOf(page, "main").join().includes("Call +1")];
  };
  expect(await answerTo("/sign-in/confirm", { email: "ada@example.com" })).toEqual([403, false]);
  expect(await answerTo("/sign-in/confirm", { email: "Call +1 555 0100", token: "x" })).toEqual([403, false]);
  expect(await answerTo("/account/email", { email: "Call +1 555 0100", token: "x" })).toEqual([400, false]);
});

test("a link to the user's current address says that it is already theirs, even when it is used twice", async ({
  page,
  app,
  context,
}) => {
  const { email } = await signedIn(app, context);
  await page.goto(`/account/email?${new URLSearchParams({ email, token: "x" })}`);
  await expect(page.getByRole("main")).toContainText("this is already your email");

  const address = newEmail("moved");
  await page.goto("/account");
  await askForEmail(page, address);
  const link = linkIn(await mailTo(app, address));
  const twice = await context.newPage();
  for (const each of [page, twice]) await each.goto(link);
  await page.getByRole("button", { name: "Change the email" }).click();
  await expectNotice(page, "emailChanged");
  await twice.getByRole("button", { name: "Change the email" }).click();
  await expectNotice(twice, "emailSame");
});
