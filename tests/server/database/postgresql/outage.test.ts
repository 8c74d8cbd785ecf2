// A PostgreSQL server that is away. It needs none on this machine.

import dns from "node:dns";
import pg from "pg";
import { expect, it, vi } from "vitest";
import { connect } from "~/server/database/connect";
import { engines } from "~/server/engines";
import { asOneRequest, failure } from "../../../support/adapter";
import { freePort } from "../../../support/free-port";

const { isUnavailable, load, problem } = engines;

const url = `postgresql://user:password@127.0.0.1:${await freePort()}/name`;

it("the queries that follow a failed one in a request fail at once, and the next request asks again", async () => {
  const { prisma, findSession, close } = await connect(url);
  const first = await asOneRequest(async () => {
    const first = await failure(prisma.user.count());
    expect(isUnavailable(first)).toBe(true);
    expect(await failure(prisma.session.count())).toBe(first);
    return first;
  });
  expect(await asOneRequest(() => failure(prisma.user.count()))).not.toBe(first);
  expect(isUnavailable(await failure(findSession("none")))).toBe(true);
  await close();
});

it("an unreachable database is named to the operator without its password", async () => {
  const error = await failure((await load(url)).openForMigrations(url));
  expect(problem(error, url)).toMatch(/^The database postgresql:\/\/127\.0\.0\.1:\d+\/name cannot be used: /);
});

const address = (last: number) => ({ address: `127.0.0.${last}`, family: 4 });

/** A database whose name is looked up with this answer. */
function connectBy(...answer: [error: Error | null, addresses?: object[]]) {
  vi.spyOn(dns, "lookup").mockImplementation(((_host: string, _options: object, give: (...found: unknown[]) => void) =>
    give(...answer)) as never);
  return connect(`${url.replace("127.0.0.1", "database.example")}?schema=public`);
}

it.each([
  ["whose host has several addresses", null, [address(1), address(2)]],
  ["whose name cannot be looked up at the moment", Object.assign(new Error(), { code: "EAI_AGAIN" }), undefined],
  ["to which there is no way", Object.assign(new Error(), { code: "EHOSTUNREACH" }), undefined],
])("a database %s is away, also for transactions", async (_, error, addresses) => {
  const { prisma, findSession, close } = await connectBy(error, addresses);
  for (const run of [
    () => prisma.user.count(),
    () => prisma.$transaction((tx) => tx.user.count()),
    () => findSession(""),
  ])
    expect(isUnavailable(await asOneRequest(() => failure(run())))).toBe(true);
  await close();
});

it("a database whose connection is lost within a transaction is away", async () => {
  const query = async ({ text }: { text: string }) => {
    if (text !== "BEGIN") throw Object.assign(new Error(), { code: "EHOSTUNREACH" });
    return { fields: [], rows: [] };
  };
  const client = { query, on() {}, removeListener() {}, release() {} };
  vi.spyOn(pg.Pool.prototype, "connect").mockImplementation(async () => client as never);
  const { prisma, close } = await connect(`${url}?schema=public`);
  expect(isUnavailable(await failure(prisma.$transaction((tx) => tx.user.count())))).toBe(true);
  await close();
});

it.each(["ERR_INVALID_ARG_TYPE", "ERR_DLOPEN_FAILED"])("a fault of the code such as %s is no outage", async (code) => {
  const fault = Object.assign(new Error("The code is at fault."), { code });
  expect(problem(fault, url)).toBeUndefined();
  const { prisma, close } = await connectBy(fault);
  expect(isUnavailable(await failure(prisma.user.count()))).toBe(false);
  await close();
});
