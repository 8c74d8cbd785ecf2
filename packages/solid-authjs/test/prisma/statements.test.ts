// What a sign-in asks the database. Each statement is a round trip where the database is a server.

import { beforeEach, expect, it } from "vitest";
import { type AuthClient, storeSecurityEvent } from "../../src/prisma";
import { type Database, inAnHour, useDatabase } from "./database";

const db = useDatabase();
let prisma: Database["prisma"];
let adapter: Database["adapter"];
let asked: string[] = [];
let userId: string;

beforeEach(async () => {
  prisma = reporting(db.prisma) as Database["prisma"];
  adapter = db.adapterOf(prisma);
  userId = await db.newUser();
});

type Call = (...args: unknown[]) => unknown;

/** The same client. It notes what is called, as "user.create"; a transaction begins and commits, too. */
function reporting(client: object): AuthClient {
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name === "$transaction")
        return (run: Call, options: object) => {
          asked.push("begin", "commit");
          return value.call(target, (tx: object) => run(reporting(tx)), options);
        };
      if (typeof value !== "object") return value;
      return new Proxy(value, {
        get: (table, method) => {
          const call = Reflect.get(table, method);
          if (typeof call !== "function") return call;
          return (...args: unknown[]) => {
            asked.push(`${String(name)}.${String(method)}`);
            return call.apply(table, args);
          };
        },
      });
    },
  }) as AuthClient;
}

/** @returns what it asks the database */
async function askedBy(act: () => unknown): Promise<string[]> {
  asked = [];
  await act();
  return asked;
}

it("a mail link of a verified user records the proof in one statement", async () => {
  const prove = () => adapter.updateUser({ id: userId, emailVerified: new Date() });
  expect((await askedBy(prove)).length).toBeGreaterThan(1);
  expect(await askedBy(prove)).toEqual(["user.updateManyAndReturn"]);
});

it("the first session of a new user looks for no older ones", async () => {
  const begin = (sessionToken: string, isNewUser: boolean) => () =>
    adapter.createSession({ sessionToken, userId, expires: inAnHour() }, { isNewUser });
  expect(await askedBy(begin("first", true))).toEqual(["session.create"]);
  expect(await askedBy(begin("second", false))).toEqual(["session.create", "session.findMany"]);
});

it("the first event of a new user looks for no older ones", async () => {
  const store = (most: number) => () => storeSecurityEvent(prisma, { userId, event: "signed in" }, most);
  expect(await askedBy(store(Number.POSITIVE_INFINITY))).toEqual(["securityEvent.create"]);
  expect(await askedBy(store(10))).toEqual(["securityEvent.create", "securityEvent.findMany"]);
});
