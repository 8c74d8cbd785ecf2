// The change of a user's address, with a real mail server: which links work, and who is told.

import { beforeEach, expect, it, vi } from "vitest";
import { type Mailbox, openMailbox } from "../../../scripts/dev/mailbox";
import { type Database, openDatabase } from "../../support/adapter";
import { inRequest, ORIGIN, useApplication } from "../../support/request";

let database: Database;
let mailbox: Mailbox;

beforeEach(async () => {
  database = await openDatabase();
  mailbox = await openMailbox();
  useApplication(database, { EMAIL_SERVER: mailbox.url, EMAIL_FROM: "from@example.com" });
  return async () => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
    await mailbox.close();
  };
});

interface User {
  id: string;
  email: string;
  emailVerified: boolean;
}

async function newUser(email: string, emailVerified = true): Promise<User> {
  const data = { email, emailVerified: emailVerified ? new Date() : null };
  const { id } = await database.prisma.user.create({ data });
  return { id, email, emailVerified };
}

const mailsTo = (address: string) => mailbox.mails.filter(({ to }) => to?.[0]?.address === address);

/** Asks for an address. @returns the token in the mail */
async function ask({ id }: User, email: string): Promise<string> {
  const { sendEmailChange } = await import("~/server/auth/email-change");
  await sendEmailChange(id, email, ORIGIN);
  const link =
    mailsTo(email)
      .at(-1)
      ?.text?.match(/https?:\/\/\S+/)?.[0] ?? "";
  return new URL(link).searchParams.get("token") ?? "";
}

async function take(user: User, email: string, token: string): Promise<string> {
  const { confirmNewEmail } = await import("~/server/auth/email-change");
  return confirmNewEmail(user, email, token, ORIGIN);
}

const addressOf = async ({ id }: User) => (await database.prisma.user.findUniqueOrThrow({ where: { id } })).email;

it("a link works once, for the user who asked, and verifies the new address", async () => {
  const [ada, eve] = [await newUser("ada@example.com"), await newUser("eve@example.com")];
  const token = await ask(ada, "new@example.com");
  for (const wrong of ["", "x".repeat(64)]) expect(await take(ada, "new@example.com", wrong)).toBe("spent");
  expect(await take(eve, "new@example.com", token)).toBe("spent");
  expect(await take(ada, "other@example.com", token)).toBe("spent");
  await database.prisma.user.update({ where: { id: ada.id }, data: { emailVerified: null } });
  expect(await take(ada, "new@example.com", token)).toBe("changed");
  expect(await database.prisma.user.findUnique({ where: { id: ada.id } })).toMatchObject({
    email: "new@example.com",
    emailVerified: expect.any(Date),
  });
  expect(await take(ada, "new@example.com", token)).toBe("spent");
  expect(await addressOf(eve)).toBe("eve@example.com");
});

it("the newest link alone works; links to an earlier address end, and other users' links stay", async () => {
  const [ada, bob] = [await newUser("ada@example.com"), await newUser("bob@example.com")];
  const bobs = await ask(bob, "bob.new@example.com");
  const first = await ask(ada, "first@example.com");
  const second = await ask(ada, "second@example.com");
  expect(await take(ada, "first@example.com", first)).toBe("spent");
  expect(await take(ada, "second@example.com", second)).toBe("changed");
  expect(await take(bob, "bob.new@example.com", bobs)).toBe("changed");
});

it("a request for a taken address cancels earlier links, too", async () => {
  const [ada] = [await newUser("ada@example.com"), await newUser("taken@example.com")];
  const first = await ask(ada, "first@example.com");
  await ask(ada, "taken@example.com");
  expect(await take(ada, "first@example.com", first)).toBe("spent");
});

it("an address of another user gets no link, but a mail that says so", async () => {
  const [ada] = [await newUser("ada@example.com"), await newUser("taken@example.com")];
  expect(await ask(ada, "taken@example.com")).toBe("");
  expect(await ask(ada, "ada@example.com")).not.toBe("");
});

it("a link is refused once the user's address was changed, or verified by its owner", async () => {
  const [eve, ada] = [await newUser("eve@example.com", false), await newUser("ada@example.com")];
  const tokens = [await ask(eve, "eve.new@example.com"), await ask(ada, "ada.new@example.com")];
  await database.prisma.user.update({ where: { id: eve.id }, data: { emailVerified: new Date() } });
  await database.prisma.user.update({ where: { id: ada.id }, data: { email: "ada@example.org" } });
  expect(await take(eve, "eve.new@example.com", tokens[0] ?? "")).toBe("spent");
  expect(await take(ada, "ada.new@example.com", tokens[1] ?? "")).toBe("spent");
  expect([await addressOf(eve), await addressOf(ada)]).toEqual(["eve@example.com", "ada@example.org"]);
});

it("a change ends sign-in links to the old address, which would create a new user", async () => {
  const ada = await newUser("ada@example.com");
  const expires = new Date(Date.now() + 60_000);
  await database.prisma.verificationToken.create({ data: { identifier: "ada@example.com", token: "t", expires } });
  await take(ada, "new@example.com", await ask(ada, "new@example.com"));
  expect(await database.adapter.useVerificationToken?.({ identifier: "ada@example.com", token: "t" })).toBeNull();
  expect(await database.prisma.verificationToken.count({ where: { identifier: "ada@example.com" } })).toBe(0);
});

it("a token expires with its link, and is stored as a hash", async () => {
  const ada = await newUser("ada@example.com");
  const token = await ask(ada, "new@example.com");
  expect(await database.stored()).not.toContain(token);
  const { expires } = await database.prisma.verificationToken.findFirstOrThrow();
  const { LINK_MINUTES } = await import("~/lib/limits");
  expect(expires.valueOf() - Date.now()).toBeLessThanOrEqual(LINK_MINUTES * 60_000);
  await database.prisma.verificationToken.updateMany({ data: { expires: new Date(Date.now() - 1) } });
  expect(await take(ada, "new@example.com", token)).toBe("spent");
});

it("the link of a change of address signs no user in, and a sign-in link changes no address", async () => {
  const ada = await newUser("ada@example.com");
  const { auth } = await import("~/server/auth/config");
  const path = `${ORIGIN}/api/auth`;
  const posted = async (name: string, fields: Record<string, string>) => {
    const csrf = await auth.handlers.GET({ request: new Request(`${path}/csrf`) });
    const cookie = csrf.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const body = new URLSearchParams({ ...(await csrf.json()), ...fields });
    const request = new Request(`${path}/${name}`, { method: "POST", headers: { cookie, origin: ORIGIN }, body });
    return inRequest(request, () => auth.handlers.POST({ request }));
  };
  const change = await ask(ada, "new@example.com");
  for (const email of ["new@example.com", ada.email, `address:${ada.id}`])
    expect((await posted("callback/email", { email, token: change })).headers.get("location")).toContain(
      "Verification",
    );
  expect(await database.prisma.session.count()).toBe(0);

  await posted("signin/email", { email: "new@example.com" });
  const links = mailsTo("new@example.com").map(({ text }) => text?.match(/token=(\w+)/)?.[1] ?? "");
  expect(await take(ada, "new@example.com", links.at(-1) ?? "")).toBe("spent");
  expect(links.at(-1)).toMatch(/^[0-9a-f]{64}$/);
  expect(links.at(-1)).not.toBe(change);
  expect(await take(ada, "new@example.com", change)).toBe("changed");
});
