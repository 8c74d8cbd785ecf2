// The filter of a search, on the engine of this run.

import { expect, it } from "vitest";
import { openDatabase } from "../../support/adapter";
import { useApplication } from "../../support/request";

it("a search finds capitals and small letters alike, and takes each sign of a pattern for one letter", async () => {
  const database = await openDatabase();
  const { prisma } = database;
  useApplication(database);
  const { contains } = await import("~/server/database/contains");
  const names = ["50% Milk", "oat MILK", "water"];
  await prisma.user.createMany({ data: names.map((name, index) => ({ name, email: `${index}@example.com` })) });
  const found = async (text: string) => {
    const users = await prisma.user.findMany({ where: { name: contains(text) }, orderBy: { email: "asc" } });
    return users.map(({ name }) => name);
  };
  expect(await found("milk")).toEqual(["50% Milk", "oat MILK"]);
  expect(await found("0% m")).toEqual(["50% Milk"]);
  expect(await found("m%k")).toEqual([]);
  for (const sign of ["%", "_", "\\"]) expect(await found(`m${sign}lk`)).toEqual(["50% Milk", "oat MILK"]);
});
