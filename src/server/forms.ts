// What an action says about a form that it does not carry out, and how it checks one with a schema.

import "server-only";
import { type CustomResponse, json } from "@solidjs/router";
import { MARKS, type Mark } from "../lib/form-fields";
import { FORM_ID } from "../lib/form-id";
import type { Refused } from "../lib/refused";

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
  const result: Refused = { errors: typeof errors === "string" ? { "": errors } : errors, values: keptValues(form) };
  // Nothing has changed, so no query runs again.
  return json(result, { status, revalidate: [] });
}

/** @returns the input of the fields that the page marks so, the last of a name; "" for a box that is not ticked */
export function keptValues(form: FormData, marks: readonly Mark[] = MARKS): Record<string, string> {
  const names = marks.flatMap((mark) => form.getAll(mark).map(String));
  // `form.get` searches all fields, and a request can have thousands.
  const fields = new Map(form);
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
 * A field "lines.0.unit" is the `unit` of the first entry of the list `lines`. A line that was taken away, so that its
 * number is missing, leaves no hole in the list. The schema gets texts, also for numbers and dates: "" for an empty
 * field, nothing for a box that is not ticked, and a `File` for a file, which is empty if none was chosen. It also gets
 * the hidden fields, and the button's name of an `OpeningForm`, "open": a strict schema has to name them.
 *
 * @returns the schema's output; or the first error of each field, for `refused`
 */
export async function checkForm<T>(
  schema: Schema<T>,
  form: FormData,
): Promise<{ value: T; errors?: undefined } | { value?: undefined; errors: Record<string, string> }> {
  const { fields, numbers } = nested(form);
  const checked = await schema["~standard"].validate(fields);
  if (!checked.issues) return { value: checked.value };
  const errors = checked.issues.map(({ message, path = [] }) => {
    let place = fields;
    const steps = path.map((each) => {
      const step = typeof each === "object" ? each.key : each;
      const name = numbers.get(place)?.[Number(step)] ?? step;
      place = Object(place)[step];
      return String(name);
    });
    return [steps.join("."), message];
  });
  return { errors: Object.fromEntries(errors.reverse()) };
}

/** No form has a thousand lines. */
const LINE = /^\d{1,3}$/;

/**
 * @returns the fields by their names, "lines.0.unit" in a list of objects, and the numbers in each list's names. Of two
 *   fields of one name, the last
 */
function nested(form: FormData): { fields: unknown; numbers: Map<unknown, string[]> } {
  const root = Object.create(null);
  const numbers = new Map<unknown, string[]>();
  for (const [name, value] of form) {
    if (name === FORM_ID || MARKS.some((mark) => mark === name)) continue;
    const steps = name.split(".");
    let place = root;
    for (const [position, step] of steps.entries()) {
      const lines = numbers.get(place);
      // A list has numbers only: its other names are those of JavaScript's arrays.
      if (typeof place !== "object" || place instanceof Blob || (lines && !LINE.test(step))) break;
      const key = lines ? indexOf(lines, step) : step;
      const next = steps[position + 1];
      if (next === undefined) place[key] = value;
      else if (!LINE.test(next)) place = place[key] ??= Object.create(null);
      else {
        place = place[key] ??= [];
        if (Array.isArray(place) && !numbers.has(place)) numbers.set(place, []);
      }
    }
  }
  return { fields: root, numbers };
}

/** A list has its lines in the order of the form. With their numbers as places, one line could fill the memory. */
function indexOf(lines: string[], line: string): number {
  return lines.includes(line) ? lines.indexOf(line) : lines.push(line) - 1;
}
