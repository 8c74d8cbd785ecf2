// Denied by default: the build refuses a server function that does not say who may call it.

import { expect, test } from "@playwright/test";
import { buildVariant } from "../../tests/support/copies.ts";

const SOURCE = `
import { query } from "@solidjs/router";

export const everybody = query(async () => {
  "use server";
  const { database } = await import("~/server/database/client");
  return database.user.findMany();
}, "everybody");

export default function Everybody() {
  void everybody();
  return <p>Everybody</p>;
}
`;

test("a server function that does not say who may call it fails the build, which names the file, the line and the cure", () => {
  const build = () => buildVariant({ name: "denied", file: "src/routes/everybody.tsx", from: "", to: SOURCE });

  expect(build).toThrow(
    /src\/routes\/everybody\.tsx, line 4: this server function does not say who may call it.*runQuery\(access, body/s,
  );
});
