// What an action says about a form that it does not carry out, and how it checks one with a schema.

import "server-only";
import { type CustomResponse, json } from "@solidjs/router";
import { MARKS, type Mark } from "../lib/form-fields";

/** What {@link refused} returns. `useResult` reads it. */
export interface Refused {
  /** What is wrong, by the name of its field; "" is the form as a whole. */
  errors: Record<string, string>;
  /** The input, for browsers without JavaScript: they load the page again. */
  values: Record<string, string>;
}

/**
 * The result of an action that refuses its form. Each error stands at its field, or above the form if it has no such
 * field, and what was typed stays.
 *
 * ```ts
 * if (name.length > 100) return refused({ name: "Please shorten the name." }, form);
 * ```
 *
 * @param errors by the name of the field; a text alone is about the form as a whole
 * @param form the argument of the action. Only the fields that the page marks as harmless are kept, so no password,
 *   code or file is
 * @param status of the answer: 422, or 429 if there were too many attempts
 */
export function refused(
  errors: Record<string, string> | string,
  form: FormData,
  status: 422 | 429 = 422,
): CustomResponse<Refused> {
  const result = { errors: typeof errors === "string" ? { "": errors } : errors, values: keptValues(form) };
  // Nothing has changed, so no query runs again.
  return json(result, { status, revalidate: [] });
}

/** @returns the input of the fields that the page marks so; "" for a box that is not ticked */
export function keptValues(form: FormData, marks: readonly Mark[] = MARKS): Record<string, string> {
  const names = marks.flatMap((mark) => form.getAll(mark).map(String));
  // Of two fields of one name, the first. `form.get` searches all fields, and a request can have thousands.
  const fields = new Map([...form].reverse());
  const values = names.map((name) => [name, fields.get(name) ?? ""] as const);
  return Object.fromEntries(values.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** A schema of valibot, zod, ArkType and others: https://standardschema.dev */
interface Schema<T> {
  "~standard": { validate: (value: unknown) => Checked<T> | Promise<Checked<T>> };
}

type Checked<T> = { value: T; issues?: undefined } | { issues: readonly Issue[] };

interface Issue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[];
}

/**
 * Checks a form with a schema.
 *
 * ```ts
 * const { errors, value } = await checkForm(Invoice, form);
 * if (errors) return refused(errors, form);
 * ```
 *
 * A field "lines.0.unit" is the `unit` of the first entry of the list `lines`.
 *
 * @returns the schema's output; or the first error of each field, for `refused`
 */
export async function checkForm<T>(
  schema: Schema<T>,
  form: FormData,
): Promise<{ value: T; errors?: undefined } | { value?: undefined; errors: Record<string, string> }> {
  const checked = await schema["~standard"].validate(nested(form));
  if (!checked.issues) return { value: checked.value };
  const errors = checked.issues.map(({ message, path = [] }) => [
    path.map((step) => String(typeof step === "object" ? step.key : step)).join("."),
    message,
  ]);
  return { errors: Object.fromEntries(errors.reverse()) };
}

/** No form has a thousand lines. A browser could send one line whose number fills the memory. */
const LINE = /^\d{1,3}$/;

/** @returns the fields by their names, "lines.0.unit" in a list of objects. Of two fields of one name, the last */
function nested(form: FormData): unknown {
  const root = Object.create(null);
  for (const [name, value] of form) {
    if (MARKS.some((mark) => mark === name)) continue;
    const steps = name.split(".");
    let place = root;
    for (const [position, step] of steps.entries()) {
      // A list has numbers only: its other names are those of JavaScript's arrays.
      if (typeof place !== "object" || place instanceof Blob || (Array.isArray(place) && !LINE.test(step))) break;
      const next = steps[position + 1];
      if (next === undefined) place[step] = value;
      else place = place[step] ??= LINE.test(next) ? [] : Object.create(null);
    }
  }
  return root;
}
