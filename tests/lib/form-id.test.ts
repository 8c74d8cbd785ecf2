import { expect, it } from "vitest";
import { formId, haveSameFields } from "~/lib/form-id";

it("a form's id tells its action and its fields from others, and does not hold them", () => {
  const id = formId("/_server?id=a", { token: "a-secret" });
  expect(formId("/_server?id=a", { token: "a-secret" })).toBe(id);
  for (const other of [formId("/_server?id=b", { token: "a-secret" }), formId("/_server?id=a", { token: "another" })])
    expect(other).not.toBe(id);
  expect(formId("/_server?id=a")).not.toBe(id);
  expect(id).toMatch(/^[a-z0-9]{1,7}\.[a-z0-9]{1,7}$/);
});

it("forms of two builds have the same fields, whatever the URL of their action", () => {
  const id = formId("/_server?id=a", { id: "1" });
  expect(haveSameFields(formId("/_server?id=b", { id: "1" }), id)).toBe(true);
  expect(haveSameFields(formId("/_server?id=a", { id: "2" }), id)).toBe(false);
  expect(haveSameFields("null", id)).toBe(false);
});
