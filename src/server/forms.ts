// Functions with which an action refuses a form, or checks a form with a schema.

import "server-only";
import { type CustomResponse, json } from "@solidjs/router";
import { ORIGIN } from "~/lib/form-result";
import type { Refused } from "~/lib/forms";

/**
 * The result of an action that refuses its form. Each error appears at its field, or above the form if the form has no
 * such field. Typed text stays.
 *
 * ```ts
 * if (name.length > 100) return refused({ name: "Please shorten the name." }, form);
 * ```
 *
 * @param errors the errors by the name of the field; a single text is about the form as a whole
 * @param form the action's argument, which the page shows again, except passwords, codes and files. (With JavaScript,
 *   typed text never leaves the page.)
 * @param options `status` of the answer: 422 by default, or 429 after too many attempts. `revalidate` names queries
 *   that the page calls again, such as the query of a row that another user has changed; by default it calls none
 */
export function refused(
  errors: Record<string, string> | string,
  form: FormData,
  { status = 422, revalidate = [] }: { status?: number; revalidate?: string | string[] } = {},
): CustomResponse<Refused> & { input: FormData } {
  const result: Refused = { errors: typeof errors === "string" ? { "": errors } : errors };
  return Object.assign(json(result, { status, revalidate }), { input: form });
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
 * A field "lines.0.unit" is the `unit` of the first entry of the list `lines`. If a line was removed, its number is
 * missing, but the list has no gap. The schema gets texts, also for numbers and dates: "" for an empty field, nothing
 * for an unticked box, a list for several values of one name, and a `File` for a file. The file is empty if the user
 * chose none. The schema also gets the hidden fields: it has to name them if it is strict.
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

/** The limits of a form's lines and of a name's parts: no form has a thousand lines. */
const LINE = /^\d{1,3}$/;
const MAX_STEPS = 8;

/** @returns the fields by their names, "lines.0.unit" in a list of objects, and the numbers in each list's names */
function nested(form: FormData): { fields: unknown; numbers: Map<unknown, string[]> } {
  const root = Object.create(null);
  const numbers = new Map<unknown, string[]>();
  const all = Map.groupBy(form, ([name]) => name);
  for (const [name, values] of all) {
    const steps = name.split(".", MAX_STEPS + 1);
    if (name === ORIGIN || steps.length > MAX_STEPS) continue;
    const own = values.map(([, value]) => value);
    let place = root;
    for (const [position, step] of steps.entries()) {
      const lines = numbers.get(place);
      // A list has only numbers as names: other names belong to JavaScript's arrays.
      if (typeof place !== "object" || place instanceof Blob || (lines ? !LINE.test(step) : Array.isArray(place)))
        break;
      const key = lines ? indexOf(lines, step) : step;
      const next = steps[position + 1];
      if (next === undefined) place[key] = own.length > 1 ? own : own[0];
      else if (!LINE.test(next)) place = place[key] ??= Object.create(null);
      else {
        place = place[key] ??= [];
        if (Array.isArray(place) && !numbers.has(place)) numbers.set(place, []);
      }
    }
  }
  return { fields: root, numbers };
}

/**
 * A list has its lines in the order of the form. The numbers are not places in the list: otherwise, one line with a
 * large number fills the memory.
 */
function indexOf(lines: string[], line: string): number {
  return lines.includes(line) ? lines.indexOf(line) : lines.push(line) - 1;
}
