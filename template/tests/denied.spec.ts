// The build names a function that would bring server code into the browser.

import { expect, test } from "@playwright/test";
import { buildVariant } from "../../tests/support/copies.ts";

const HELPER = `
import { query } from "@solidjs/router";
import { database } from "~/server/database/client";
import { anyone, runQuery } from "~/server/functions";

export const counted = query(async () => {
  "use server";
  return runQuery(anyone, () => countUsers());
}, "counted");

export const countUsers = () => database.user.count();
`;

const PAGE = `
import { counted } from "~/lib/counted";

export default function Counted() {
  void counted();
  return <p>Counted</p>;
}
`;

test("a plain function beside a query that needs the database fails the build, which names the file, the line, the function and the cure", () => {
  const also = [{ file: "src/routes/counted.tsx", from: "", to: PAGE }];
  const build = () => buildVariant({ name: "beside", file: "src/lib/counted.ts", from: "", to: HELPER, also });

  expect(build).toThrow(
    /src\/lib\/counted\.ts, line 11: countUsers uses database of src\/server\/database\/client\.ts, which is "server-only".*Move it to a module/s,
  );
});
