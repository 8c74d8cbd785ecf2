import { beforeEach, describe, expect, it } from "vitest";
import type { PrismaClient } from "~/server/database/generated/client";
import type { SolidAuthConfig } from "~/solid-auth";
import { emailProvider, openDatabase, SECRET, type SentMail, signInByMail, Visitor } from "../support/auth";

let prisma: PrismaClient;
let sent: SentMail[];
let config: SolidAuthConfig;

beforeEach(async () => {
  const database = await openDatabase();
  prisma = database.prisma;
  sent = [];
  config = { adapter: database.adapter, providers: [emailProvider(sent)], secret: SECRET, trustHost: true };
});

describe("e-mail", () => {
  it("signs in with the link's token and address, once", async () => {
    const visitor = new Visitor(config);
    const answer = await signInByMail(visitor, sent, "User@Example.com");
    expect(answer.status).toBe(302);
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
    expect(await prisma.session.count()).toBe(1);
    const again = await visitor.post("/callback/email", Object.fromEntries(sent[0]?.url.searchParams ?? []));
    expect(again.location?.searchParams.get("error")).toBe("Verification");
  });
});
