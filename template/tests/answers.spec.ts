// Answers that are none of the application's, from a proxy in front of it: at a form, at a form of the auth route, at
// an owner's own call of an action, and at a link. "Try again" is said only of what was certainly not carried out.

import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { BrowserContext, Page } from "@playwright/test";
import * as texts from "../../src/messages/errors.ts";
import { freePort } from "../../tests/support/app.ts";
import { type Peer, serve } from "../../tests/support/peer.ts";
import {
  claimed,
  expect,
  expectNotice,
  followLink,
  mailTo,
  nameField,
  newClient,
  newEmail,
  rows,
  saveName,
  signedIn,
  test,
} from "../../tests/support/test.ts";
import { forward } from "./support/proxy.ts";
import { LAB } from "./support/variants.ts";

type Answer = (reply: ServerResponse, forward: (then: (answer: IncomingMessage) => void) => void) => void;

interface Kind {
  /** What a form says, one of the auth route, and a page that was asked for by a link. */
  says: [press: texts.FailureText, auth: texts.FailureText, page: texts.FailureText];
  /** What the proxy does with a call. Without, the browser is offline. `forward` hands it to the application first. */
  answer?: Answer;
  isCarriedOut?: boolean;
}

const { unreachableText: UNREACHABLE, refusedPressText: REFUSED } = texts;
const [ANSWERED, LOST] = [texts.unknownPressText(true), texts.unknownPressText(false)];
const textOf = (status: number) => texts.statusTexts[status] ?? texts.brokenText;

const page = (status: number, press: texts.FailureText): Kind => ({
  says: [press, press, textOf(status)],
  answer: (reply) => void reply.writeHead(status, { "content-type": "text/html" }).end(`<h1>${status}</h1>`),
});
const cut: Answer = (reply, forward) =>
  forward(async (answer) => {
    reply.writeHead(answer.statusCode ?? 502, { ...answer.headers, "content-length": 100_000 });
    const body = Buffer.concat(await answer.toArray());
    reply.write(body.subarray(0, body.length / 2), () => reply.destroy());
  });
const dropped: Answer = (reply, forward) => forward((answer) => answer.resume().on("end", () => reply.destroy()));

const KINDS = Object.entries<Kind>({
  403: page(403, REFUSED),
  413: page(413, textOf(413)),
  502: page(502, ANSWERED),
  "a page of the network's own": page(200, ANSWERED),
  "an answer that is cut": { says: [LOST, ANSWERED, UNREACHABLE], answer: cut, isCarriedOut: true },
  "no answer, after it was carried out": { says: [LOST, LOST, UNREACHABLE], answer: dropped, isCarriedOut: true },
  "no network": { says: [UNREACHABLE, UNREACHABLE, UNREACHABLE] },
});

let proxy: Peer;
/** The application's port. */
let port: number;
/** What the next calls get. */
let answer: Answer | undefined;

const isCall = ({ url = "", method }: IncomingMessage) =>
  url.startsWith("/_server") || (method === "POST" && url.startsWith("/api/auth/signin/"));

const handle: RequestListener = (message, reply) => {
  const origin = `http://localhost:${port}`;
  if (answer && isCall(message)) answer(reply, (then) => forward(origin, message, reply, then));
  else forward(origin, message, reply);
};

test.use({
  variant: LAB,
  env: [
    async ({ browserName: _ }, use) => {
      proxy = await serve(() => handle);
      port = await freePort();
      await use({ AUTH_URL: proxy.url, PORT: String(port) });
      await proxy.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ app: _ }, use) => use(proxy.url),
});

/** Does something while calls get an answer of this kind. */
async function during(kind: Kind, context: BrowserContext, act: () => Promise<void>): Promise<void> {
  answer = kind.answer;
  await context.setOffline(!answer);
  await act();
  answer = undefined;
  await context.setOffline(false);
}

async function expectSaid(page: Page, { title, text }: texts.FailureText, name: string): Promise<void> {
  await expect(page.getByRole("alert"), name).toHaveText(title + text);
  if ([ANSWERED.text, LOST.text].includes(text)) expect(text, name).not.toMatch(/try again/i);
}

test("the code for a press comes with the first input, so a press without a network fails once", async ({
  page,
  app,
  context,
}) => {
  await signedIn({ ...app, origin: proxy.url }, context);
  await page.goto("/account");
  await claimed(page);
  const code = page.waitForResponse(
    async (each) => each.url().endsWith(".js") && (await each.text()).includes("X-Server-Instance"),
  );
  await nameField(page).fill("A");
  await code;
  await context.setOffline(true);
  await saveName(page, "Ada");
  await expectSaid(page, UNREACHABLE, "no network");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Save" }).click();
  await expectNotice(page, "nameSaved");
});

test("a reload after a press that failed keeps what was typed, until it is sent", async ({ page, app, context }) => {
  await signedIn({ ...app, origin: proxy.url }, context);
  await page.goto("/account");
  for (const [name, kind] of KINDS.filter(([each]) => ["no network", "502"].includes(each))) {
    await claimed(page);
    await nameField(page).fill(`Ada, ${name}`);
    await during(kind, context, async () => {
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
    });
    await page.reload();
    await expect(nameField(page)).toHaveValue(`Ada, ${name}`);
    await saveName(page, `Grace, ${name}`);
    await expectNotice(page, "nameSaved");
    await page.reload();
    await expect(nameField(page)).toHaveValue(`Grace, ${name}`);
  }
});

test("a form says what became of its press, keeps what was typed, and the next press works", async ({
  page,
  app,
  context,
}) => {
  const { id } = await signedIn({ ...app, origin: proxy.url }, context);
  const field = page.getByRole("textbox", { name: "Name", exact: true });
  const save = page.getByRole("button", { name: "Save" });
  const nameNow = () => rows(app, "User", "id", id)[0]?.name;
  await page.goto("/account");
  for (const [name, kind] of KINDS) {
    const before = nameNow();
    await field.fill(`Ada, ${name}`);
    await during(kind, context, async () => {
      await save.click();
      await expectSaid(page, kind.says[0], name);
    });
    await expect(field, name).toHaveValue(`Ada, ${name}`);
    await expect.poll(nameNow, name).toBe(kind.isCarriedOut ? `Ada, ${name}` : before);
    await save.click();
    await expectNotice(page, "nameSaved");
    await expect.poll(nameNow, name).toBe(`Ada, ${name}`);
    // The notice may be that of the press before. Until this one's answer is there, the form takes no other.
    await expect(page.locator("form[aria-busy=true]"), name).toHaveCount(0);
  }
});

test("a form of the auth route says what became of its press, keeps what was typed, and the next press works", async ({
  page,
  app,
  context,
}) => {
  const field = page.getByRole("textbox", { name: "Email" });
  const send = page.getByRole("button", { name: "Email me a link" });
  for (const [name, kind] of KINDS) {
    await context.setExtraHTTPHeaders({ "x-forwarded-for": newClient() });
    const address = newEmail();
    await page.goto("/sign-in");
    await field.fill(address);
    await during(kind, context, async () => {
      await send.click();
      await expectSaid(page, kind.says[1], name);
    });
    await expect(field, name).toHaveValue(address);
    if (kind.isCarriedOut) await mailTo(app, address);
    await send.click();
    await expect(page.getByRole("heading", { name: "Check your inbox" }), name).toBeVisible();
    await mailTo(app, address);
  }
});

test("a link whose page cannot be read says why, and leads there when the page is loaded again", async ({
  page,
  app,
  context,
}) => {
  await signedIn({ ...app, origin: proxy.url }, context);
  for (const [name, kind] of KINDS) {
    await page.goto("/");
    await claimed(page);
    await during(kind, context, async () => {
      await followLink(page, "/account");
      const { title, text } = kind.says[2];
      await expect(page.getByRole("heading", { name: title, exact: true }), name).toBeVisible();
      await expect(page.getByRole("main"), name).toContainText(text);
    });
    await page.getByRole("link", { name: texts.brokenText.again }).click();
    await expect(page.getByRole("heading", { name: "Your account", level: 1 }), name).toBeVisible();
  }
});
