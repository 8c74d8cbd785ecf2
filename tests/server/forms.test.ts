// What an action refuses, and how it checks a form with a schema.

import { expect, it } from "vitest";
import { ORIGIN } from "~/lib/form-result";
import { checkForm, refused } from "~/server/forms";

function formOf(...fields: [name: string, value: string | Blob][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

/** A schema that takes anything, and gives what it got as JSON. */
const ANY = { "~standard": { validate: (value: unknown) => ({ value: JSON.stringify(value) }) } };

it("a refusal of an action is a 422 with the errors by field, after which no query runs again", async () => {
  const answer = refused({ name: "Too long." }, formOf(["name", "Ada"]));
  expect([answer.status, answer.headers.get("x-revalidate")]).toEqual([422, ""]);
  expect(await answer.json()).toEqual({ errors: { name: "Too long." } });
  const stale = refused("Somebody was faster.", formOf(), { status: 429, revalidate: ["rows", "row"] });
  expect([stale.status, stale.headers.get("x-revalidate")]).toEqual([429, "rows,row"]);
  expect(await stale.json()).toEqual({ errors: { "": "Somebody was faster." } });
});

it("a field's name is its place in what a schema gets", async () => {
  const form = formOf(
    ["name", "Ada"],
    ["lines.0.what", "a"],
    ["lines.1.what", "b"],
    ["address.city", "London"],
    ["tags", "a"],
    ["tags", "b"],
    [ORIGIN, "x"],
  );
  const { value = "" } = await checkForm(ANY, form);
  expect(JSON.parse(value)).toEqual({
    name: "Ada",
    tags: ["a", "b"],
    lines: [{ what: "a" }, { what: "b" }],
    address: { city: "London" },
  });
});

it("field names such as `__proto__` change no object, and many of them fill no memory", async () => {
  const ofLines = ["lines.__proto__.x", "lines.constructor.x", "lines.length", "lines.999999999.x"];
  const deep = [`deep.${"a.".repeat(20)}`, Array.from({ length: 30_000 }, () => "0").join(".")];
  const names = ["__proto__.x", ...ofLines, "a", "a.b", "tags.x", ...deep];
  const form = formOf(["lines.0.what", "a"], ["tags", "a"], ["tags", "b"]);
  for (const name of names) form.append(name, "1");
  const { value = "" } = await checkForm(ANY, form);
  expect(JSON.parse(value)).toMatchObject({ lines: [{ what: "a" }], tags: ["a", "b"], a: "1" });
  expect(JSON.parse(value)).not.toHaveProperty("deep");
  expect(JSON.parse(value).lines).toHaveLength(1);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
  expect(([] as unknown as Record<string, unknown>).x).toBeUndefined();
});

it("a line that was taken away leaves no hole in its list, and errors are of the lines that are there", async () => {
  const scan = new Blob(["a scan"]);
  const form = formOf(["lines.0.what", "a"], ["lines.2.parts.4.name", "b"], ["lines.7.what", "c"], ["scan", scan]);
  const validate = (value: unknown) => {
    const { lines, scan: got } = value as { lines: unknown[]; scan: unknown };
    expect(JSON.parse(JSON.stringify(lines))).toEqual([{ what: "a" }, { parts: [{ name: "b" }] }, { what: "c" }]);
    expect(got).toBeInstanceOf(Blob);
    const paths = [
      ["lines", 1, "parts", 0, "name"],
      ["lines", { key: 2 }, "what"],
      ["lines", 3],
      ["other", 1],
    ];
    return { issues: paths.map((path) => ({ message: "Wrong.", path })) };
  };
  const { errors = {} } = await checkForm({ "~standard": { validate } }, form);
  expect(Object.keys(errors).sort()).toEqual(["lines.2.parts.4.name", "lines.3", "lines.7.what", "other.1"]);
});

it("the first error of each field counts", async () => {
  const issues = [
    { message: "Missing.", path: ["lines", { key: 1 }, "what"] },
    { message: "Too short.", path: ["lines", 1, "what"] },
    { message: "Nothing fits." },
  ];
  const schema = { "~standard": { validate: async () => ({ issues }) } };
  expect(await checkForm(schema, formOf(["lines.0.what", "a"], ["lines.1.what", ""]))).toEqual({
    errors: { "lines.1.what": "Missing.", "": "Nothing fits." },
  });
});
