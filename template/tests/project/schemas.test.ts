// A form that is checked with the schema libraries that people use.

import { type } from "arktype";
import * as v from "valibot";
import { expect, it } from "vitest";
import { z } from "zod";
import { checkForm } from "~/server/forms";

const MISSING = "A line needs a text.";

const SCHEMAS = {
  valibot: v.object({
    customer: v.string(),
    lines: v.array(
      v.object({ what: v.pipe(v.string(), v.nonEmpty(MISSING)), price: v.pipe(v.string(), v.toNumber()) }),
    ),
  }),
  zod: z.object({
    customer: z.string(),
    lines: z.array(z.object({ what: z.string().min(1, MISSING), price: z.coerce.number() })),
  }),
  arktype: type({
    customer: "string",
    lines: type({
      what: type("string > 0").configure({ message: () => MISSING }),
      price: "string.numeric.parse",
    }).array(),
  }),
};

function formOf(what: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ customer: "Ada", "lines.0.what": "a", "lines.0.price": "1" }))
    form.set(name, value);
  form.set("lines.1.what", what);
  form.set("lines.1.price", "2");
  return form;
}

it.each(Object.entries(SCHEMAS))("%s gives typed values, or its message at the field", async (_, schema) => {
  const { value } = await checkForm<{ customer: string; lines: { what: string; price: number }[] }>(
    schema,
    formOf("b"),
  );
  expect(value).toEqual({
    customer: "Ada",
    lines: [
      { what: "a", price: 1 },
      { what: "b", price: 2 },
    ],
  });
  expect((await checkForm(schema, formOf(""))).errors).toEqual({ "lines.1.what": MISSING });
});
