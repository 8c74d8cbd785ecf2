// Answers that are none of the application's, from a proxy in front of it: at a form, at a form of the auth route, at
// an owner's own call of an action, and at a link. "Try again" is said only of what was certainly not carried out.

import { type IncomingMessage, type RequestListener, type ServerResponse, request as send } from "node:http";
import type { BrowserContext, Page } from "@playwright/test";
import {
  brokenText,
  type FailureText,
  refusedPressText,
  statusTexts,
  unknownPressText,
  unreachableText,
} from "../../src/messages/errors.ts";
import { freePort } from "../../tests/support/app.ts";
import { type Peer, serve } from "../../tests/support/peer.ts";
import {
  claimed,
  expect,
  expectNotice,
  followLink,
  mailTo,
  newClient,
  newEmail,
  rows,
  signedIn,
  test,
} from "../../tests/support/test.ts";
import { LAB } from "./support/variants.ts";

interface Kind {
  /** What the proxy does with a call. `forward` hands it to the application first. */
  answer?: (reply: ServerResponse, forward: (then: (answer: IncomingMessage) => void) => void) => void;
  isOffline?: boolean;
  isCarriedOut?: boolean;
  /** What a form says, and one of the auth route if it says something else. */
  press: FailureText;
  auth?: FailureText;
  /** What a page says that was asked for by a link. */
  page: FailureText;
}

const textOf = (status: number): FailureText => statusTexts[status] ?? brokenText;
const page = (status: number, press: FailureText): [string, Kind] => [
  String(status),
  { answer: (reply) => ofProxy(reply, status, `<h1>${status}</h1>`), press, page: textOf(status) },
];
const ofProxy = (reply: ServerResponse, status: number, body: string) =>
  void reply.writeHead(status, { "content-type": "text/html" }).end(body);

const [ANSWERED, LOST] = [unknownPressText(true), unknownPressText(false)];

const KINDS: Record<string, Kind> = {
  ...Object.fromEntries([400, 403].map((status) => page(status, refusedPressText))),
  ...Object.fromEntries([408, 413, 429].map((status) => page(status, textOf(status)))),
  ...Object.fromEntries([500, 502, 503, 504].map((status) => page(status, ANSWERED))),
  "a page of the network's own": page(200, ANSWERED)[1],
  "an empty page": { answer: (reply) => ofProxy(reply, 200, ""), press: ANSWERED, page: textOf(200) },
  "an answer that is cut": {
    answer: (reply, forward) =>
      forward(async (answer) => {
        reply.writeHead(answer.statusCode ?? 502, { ...answer.headers, "content-length": 100_000 });
        const body = Buffer.concat(await answer.toArray());
        reply.write(body.subarray(0, body.length / 2), () => reply.destroy());
      }),
    isCarriedOut: true,
    press: LOST,
    auth: ANSWERED,
    page: unreachableText,
  },
  "no answer": { answer: (reply) => void reply.destroy(), press: LOST, page: unreachableText },
  "no answer, after it was carried out": {
    answer: (reply, forward) => forward((answer) => answer.resume().on("end", () => reply.destroy())),
    isCarriedOut: true,
    press: LOST,
    page: unreachableText,
  },
  "no network": { isOffline: true, press: unreachableText, page: unreachableText },
};

let proxy: Peer;
/** The application's port. */
let port: number;
/** What the next calls get. */
let kind: Kind | undefined;

const isCall = ({ url = "", method }: IncomingMessage) =>
  url.startsWith("/_server") || (method === "POST" && url.startsWith("/api/auth/signin/"));

const handle: RequestListener = (message, reply) => {
  const forward = (then: (answer: IncomingMessage) => void) => {
    const { method, headers, url: path } = message;
    const forwarded = send({ hostname: "localhost", port, method, headers, path }, then);
    forwarded.on("error", () => reply.destroy());
    message.pipe(forwarded);
  };
  if (kind?.answer && isCall(message)) return kind.answer(reply, forward);
  forward((answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(reply);
  });
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
async function during(faulty: Kind, context: BrowserContext, act: () => Promise<void>): Promise<void> {
  kind = faulty;
  await context.setOffline(Boolean(faulty.isOffline));
  await act();
  kind = undefined;
  await context.setOffline(false);
}

async function expectSaid(page: Page, { title, text }: FailureText, name: string): Promise<void> {
  await expect(page.getByRole("alert"), name).toHaveText(title + text);
  if ([ANSWERED.text, LOST.text].includes(text)) expect(text, name).not.toMatch(/try again/i);
}

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
  for (const [name, faulty] of Object.entries(KINDS)) {
    const before = nameNow();
    await field.fill(`Ada, ${name}`);
    await during(faulty, context, async () => {
      await save.click();
      await expectSaid(page, faulty.press, name);
    });
    await expect(field, name).toHaveValue(`Ada, ${name}`);
    await expect.poll(nameNow, name).toBe(faulty.isCarriedOut ? `Ada, ${name}` : before);
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
  for (const [name, faulty] of Object.entries(KINDS)) {
    await context.setExtraHTTPHeaders({ "x-forwarded-for": newClient() });
    const address = newEmail();
    const field = page.getByRole("textbox", { name: "Email" });
    const send = page.getByRole("button", { name: "Email me a link" });
    await page.goto("/sign-in");
    await field.fill(address);
    await during(faulty, context, async () => {
      await send.click();
      await expectSaid(page, faulty.auth ?? faulty.press, name);
    });
    await expect(field, name).toHaveValue(address);
    if (faulty.isCarriedOut) await mailTo(app, address);
    await send.click();
    await expect(page.getByRole("heading", { name: "Check your inbox" }), name).toBeVisible();
    await mailTo(app, address);
  }
});

test("an owner's own call of an action rejects with an error that says what became of it", async ({
  page,
  app,
  context,
}) => {
  await signedIn({ ...app, origin: proxy.url }, context);
  await page.goto("/protected/by-hand");
  const said = page.getByRole("status", { name: "Said" });
  for (const [name, faulty] of Object.entries(KINDS)) {
    await during(faulty, context, async () => {
      await page.getByRole("button", { name: "Record" }).click();
      await expect(said, name).toHaveText(faulty.press.title + faulty.press.text);
    });
    await page.getByRole("button", { name: "Record" }).click();
    await expect(said, name).toHaveText("Recorded");
  }
});

test("a link whose page cannot be read says why, and leads there when the page is loaded again", async ({
  page,
  app,
  context,
}) => {
  await signedIn({ ...app, origin: proxy.url }, context);
  for (const [name, faulty] of Object.entries(KINDS)) {
    await page.goto("/");
    await claimed(page);
    await during(faulty, context, async () => {
      await followLink(page, "/account");
      const { title, text } = faulty.page;
      await expect(page.getByRole("heading", { name: title, exact: true }), name).toBeVisible();
      await expect(page.getByRole("main"), name).toContainText(text);
    });
    await page.getByRole("link", { name: brokenText.again }).click();
    await expect(page.getByRole("heading", { name: "Your account", level: 1 }), name).toBeVisible();
  }
});
