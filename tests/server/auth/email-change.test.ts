// The change of a user's address, with a real mail server: which links work, and who is told.

import { beforeEach, expect, it } from "vitest";
import type { Mailbox } from "../../../scripts/dev/mailbox";
import type { Database } from "../../support/adapter";
import { isOffered } from "../../support/methods";
import { inRequest, ORIGIN, openApplication, tokenTo } from "../../support/request";

const NEW = "new@example.com";

let database: Database;
let mailbox: Mailbox;

beforeEach(async () => {
  ({ database, mailbox } = await openApplication());
});

async function newUser(name: string, emailVerified = true) {
  const data = { email: `${name}@example.com`, emailVerified: emailVerified ? new Date() : null };
  return { ...(await database.prisma.user.create({ data })), emailVerified };
}

type User = Awaited<ReturnType<typeof newUser>>;

/** Asks for an address. @returns the token in the mail */
async function ask({ id }: User, email: string): Promise<string> {
  const { sendEmailChange } = await import("~/server/auth/email-change");
  await sendEmailChange(id, email, ORIGIN);
  return tokenTo(mailbox, email);
}

async function take(user: User, email: string, token: string): Promise<string> {
  const { confirmNewEmail } = await import("~/server/auth/email-change");
  return confirmNewEmail(user, email, token, ORIGIN);
}

const rowOf = ({ id }: User) => database.prisma.user.findUniqueOrThrow({ where: { id } });

it("a link works once, for the user who asked, and verifies the new address", async () => {
  const [ada, eve] = [await newUser("ada"), await newUser("eve")];
  const token = await ask(ada, NEW);
  for (const wrong of ["", "x".repeat(64)]) expect(await take(ada, NEW, wrong)).toBe("spent");
  expect(await take(eve, NEW, token)).toBe("spent");
  expect(await take(ada, "other@example.com", token)).toBe("spent");
  const bob = await newUser("bob", false);
  expect([await take(ada, ada.email, ""), await take(bob, bob.email, "")]).toEqual(["own", "spent"]);
  await database.prisma.user.update({ where: { id: ada.id }, data: { emailVerified: null } });
  expect(await take(ada, NEW, token)).toBe("changed");
  expect(await rowOf(ada)).toMatchObject({ email: NEW, emailVerified: expect.any(Date) });
  expect(await take(ada, NEW, token)).toBe("spent");
  expect((await rowOf(eve)).email).toBe(eve.email);
});

it("the newest link alone works; links to an earlier address end, and other users' links stay", async () => {
  const [ada, bob] = [await newUser("ada"), await newUser("bob")];
  const bobs = await ask(bob, "bob.new@example.com");
  const [first, second] = [await ask(ada, "first@example.com"), await ask(ada, "second@example.com")];
  expect(await take(ada, "first@example.com", first)).toBe("spent");
  expect(await take(ada, "second@example.com", second)).toBe("changed");
  expect(await take(bob, "bob.new@example.com", bobs)).toBe("changed");
});

it("a link is refused once the user's address was changed, or verified by its owner", async () => {
  const { user } = database.prisma;
  const [eve, ada] = [await newUser("eve", false), await newUser("ada")];
  const tokens = [await ask(eve, "eve.new@example.com"), await ask(ada, NEW)];
  await user.update({ where: { id: eve.id }, data: { emailVerified: new Date() } });
  await user.update({ where: { id: ada.id }, data: { email: "ada@example.org" } });
  expect(await take(eve, "eve.new@example.com", tokens[0] ?? "")).toBe("spent");
  expect(await take(ada, NEW, tokens[1] ?? "")).toBe("spent");
  expect([(await rowOf(eve)).email, (await rowOf(ada)).email]).toEqual([eve.email, "ada@example.org"]);
});

it("a token expires with its link, and is stored as a hash", async () => {
  const ada = await newUser("ada");
  const token = await ask(ada, NEW);
  expect(await database.stored()).not.toContain(token);
  await database.prisma.verificationToken.updateMany({ data: { expires: new Date(Date.now() - 1) } });
  expect(await take(ada, NEW, token)).toBe("spent");
});

if (isOffered("email"))
  it("the link of a change of address signs no user in, and a sign-in link changes no address", async () => {
    const ada = await newUser("ada");
    const { auth } = await import("~/server/auth/config");
    const path = `${ORIGIN}/api/auth`;
    const post = async (name: string, fields: Record<string, string>) => {
      const csrf = await auth.handlers.GET({ request: new Request(`${path}/csrf`) });
      const cookie = csrf.headers.getSetCookie().join("; ");
      const body = new URLSearchParams({ ...(await csrf.json()), ...fields });
      const request = new Request(`${path}/${name}`, { method: "POST", headers: { cookie, origin: ORIGIN }, body });
      return inRequest(request, () => auth.handlers.POST({ request }));
    };
    const change = await ask(ada, NEW);
    for (const email of [NEW, ada.email, `address:${ada.id}`])
      expect((await post("callback/email", { email, token: change })).headers.get("location")).toContain(
        "Verification",
      );
    expect(await database.prisma.session.count()).toBe(0);

    await post("signin/email", { email: NEW });
    const signIn = tokenTo(mailbox, NEW);
    expect(signIn).toMatch(/^[0-9a-f]{64}$/);
    expect(signIn).not.toBe(change);
    expect(await take(ada, NEW, signIn)).toBe("spent");
    expect(await take(ada, NEW, change)).toBe("changed");
  });
