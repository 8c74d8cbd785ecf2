// What a field's input is, to the page and to the browser's storage.

import { expect, it } from "vitest";
import { isSecret } from "~/lib/forms";

it("passwords, codes, cards and files are secrets, in any spelling, and other fields are none", () => {
  const secrets = ["current-password", "One-Time-Code", "cc-number", "billing cc-csc"];
  expect(secrets.filter((autocomplete) => !isSecret("text", autocomplete))).toEqual([]);
  expect([isSecret("password"), isSecret("file")]).toEqual([true, true]);
  expect([isSecret(), isSecret("email", "email"), isSecret("text", "off")]).toEqual([false, false, false]);
});
