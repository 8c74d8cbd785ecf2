// The files of a SQLite database, which hold addresses and sessions, are for their owner only.

import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { connect } from "~/server/database/connect";
import { migrate } from "~/server/database/migrations";
import { temporaryFolder } from "../../../support/temporary";

it("the database and the files beside it are for this user of the machine only, in a folder that all users may read", async () => {
  const folder = join(temporaryFolder(), "data");
  mkdirSync(folder);
  const url = `file:${join(folder, "app.db")}`;
  await migrate(url);
  const { prisma, close } = await connect(url);
  await prisma.user.create({ data: { email: "ada@example.com" } });
  const modes = readdirSync(folder).map((file) => [file, (statSync(join(folder, file)).mode & 0o777).toString(8)]);
  await close();
  expect(Object.fromEntries(modes)).toEqual({ "app.db": "600", "app.db-shm": "600", "app.db-wal": "600" });
});

it("a database that a stopped server leaves is one file, without others that a copy could forget", async () => {
  const folder = temporaryFolder();
  const url = `file:${join(folder, "app.db")}`;
  await migrate(url);
  const { prisma, findSession, close } = await connect(url);
  await prisma.user.create({ data: { email: "ada@example.com" } });
  await findSession("a token");
  await close();
  expect(readdirSync(folder)).toEqual(["app.db"]);
});
