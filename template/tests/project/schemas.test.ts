// A form that is checked with the schema libraries that people use.

import { type } from "arktype";
import * as v from "valibot";
import { expect, it } from "vitest";
import { z } from "zod";
import { checkForm } from "~/server/forms";

const MISSING = "A line needs a text.";
const text = type("string > 0").configure({ message: () => MISSING });

const LINES = {
  valibot: v.object({
    lines: v.array(
      v.object({ what: v.pipe(v.string(), v.nonEmpty(MISSING)), price: v.pipe(v.string(), v.toNumber()) }),
    ),
  }),
  zod: z.object({ lines: z.array(z.object({ what: z.string().min(1, MISSING), price: z.coerce.number() })) }),
  arktype: type({ lines: type({ what: text, price: "string.numeric.parse" }).array() }),
};

function formOf(...texts: string[]): FormData {
  const form = new FormData();
  for (const [index, what] of texts.entries()) {
    form.set(`lines.${index}.what`, what);
    form.set(`lines.${index}.price`, "1.5");
  }
  return form;
}

it.each(Object.entries(LINES))("%s gives typed values, or its message at the field", async (_, schema) => {
  const { value } = await checkForm<{ lines: { what: string; price: number }[] }>(schema, formOf("a", "b"));
  expect(value).toEqual({ lines: ["a", "b"].map((what) => ({ what, price: 1.5 })) });
  expect((await checkForm(schema, formOf("a", ""))).errors).toEqual({ "lines.1.what": MISSING });
});
