import { expect, it } from "vitest";
import { KEPT, markOf, SHOWN } from "~/lib/form-fields";

it("what a user writes is kept, and no password, code, card or file", () => {
  expect([markOf(), markOf("email", "email")]).toEqual([KEPT, KEPT]);
  for (const type of ["checkbox", "date", "datetime-local", "range", "week"]) expect(markOf(type), type).toBe(KEPT);
  for (const type of ["password", "file", "hidden", "text ", ""]) expect(markOf(type), type).toBeUndefined();
  const secrets = ["one-time-code", "current-password", "new-password webauthn", "cc-number", "cc-csc"];
  for (const autocomplete of [...secrets, "section-a billing cc-number", "CC-Number", "One-Time-Code"])
    expect(markOf("text", autocomplete), autocomplete).toBeUndefined();
});

it("a confirmation is kept only while its form is corrected", () => {
  expect([markOf("text", "off"), markOf("text", "Off")]).toEqual([SHOWN, SHOWN]);
});
