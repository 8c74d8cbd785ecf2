// A form as an owner writes it, in a build of its own: an invoice with lines, a schema, every kind of field and a file.

import { type Changes, newFile } from "./changes.ts";

export const FORMS: Changes = [
  newFile(
    "invoices/invoices.ts",
    `
import { action, query } from "@solidjs/router";
import * as v from "valibot";
import { checkForm, refused } from "~/server/forms";
import { anyone, runAction, runQuery, user } from "~/server/functions";

const text = (what: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(what + " is missing."));

const Invoice = v.object({
  customer: text("The customer"),
  currency: v.picklist(["EUR", "USD"]),
  note: v.pipe(v.string(), v.maxLength(30, "The note is too long.")),
  paid: v.optional(v.string()),
  password: v.pipe(v.string(), v.minLength(3, "The password is too short.")),
  scan: v.pipe(v.file(), v.check((file) => file.size > 0, "The scan is missing.")),
  size: v.picklist(["s", "m", "l"], "The size is missing."),
  tags: v.optional(v.union([v.string(), v.array(v.string())]), []),
  count: v.pipe(v.string(), v.regex(/^\\d*$/)),
  due: v.string(),
  code: v.string(),
  ref: v.string(),
  colours: v.optional(v.union([v.string(), v.array(v.string())]), []),
  lines: v.array(v.object({ what: text("The text"), price: v.pipe(v.string(), v.regex(/^\\d+$/, "The price is no number.")) })),
});

const saved: string[] = [];

export const invoices = query(async () => {
  "use server";
  return runQuery(anyone, () => saved);
}, "invoices");

export const saveInvoice = action(async (form: FormData) => {
  "use server";
  return runAction(form, user("/protected/invoice"), async () => {
    const { errors, value } = await checkForm(Invoice, form);
    if (errors) return refused(errors, form);
    const lines = value.lines.map(({ what, price }) => what + " " + price).join(", ");
    saved.push(
      [value.customer, value.currency, value.paid, await value.scan.text(), lines, value.size, value.tags, value.colours, value.count, value.due, value.code, value.ref].join("; "),
    );
  });
}, "save-invoice");

`,
  ),
  newFile(
    "routes/protected/invoice.tsx",
    `
import { createAsync } from "@solidjs/router";
import { For } from "solid-js";
import { Checkbox } from "~/components/ui/Checkbox";
import { Field } from "~/components/ui/Field";
import { FileField } from "~/components/ui/FileField";
import { Form } from "~/components/Form";
import { Protected } from "~/components/Protected";
import { Radios } from "~/components/ui/Radios";
import { Select } from "~/components/ui/Select";
import { Submit } from "~/components/ui/Submit";
import { TextArea } from "~/components/ui/TextArea";
import { invoices, saveInvoice } from "~/invoices/invoices";

function Invoice() {
  const saved = createAsync(() => invoices());
  // No customer is known.
  const customer = () => saved()?.[99];
  const sizes = ["s", "m", "l"].map((value) => ({ value, label: "Size " + value }));
  const colours = ["red", "green", "blue"].map((value) => ({ value, label: value }));
  const currencies = [{ value: "EUR", label: "Euro" }, { value: "USD", label: "Dollar" }];
  return (
    <>
      <h1>Invoice</h1>
      <ul aria-label="Saved"><For each={saved()}>{(text) => <li>{text}</li>}</For></ul>
      <Form action={saveInvoice} fields={{ ref: "R-7" }} class="grid gap-4">
        <Field name="customer" label="Customer" hint="As in the contract." value={customer() && customer()} />
        <For each={[0, 1]}>
          {(line) => (
            <>
              <Field name={\`lines.\${line}.what\`} label={\`Text \${line + 1}\`} />
              <Field name={\`lines.\${line}.price\`} label={\`Price \${line + 1}\`} inputmode="numeric" />
            </>
          )}
        </For>
        <Field name="count" type="number" label="Count" />
        <Field name="due" type="date" label="Due" />
        <Field name="code" label="Code" autocomplete="off" />
        <Select name="currency" label="Currency" options={currencies} />
        <TextArea name="note" label="Note" />
        <Checkbox name="paid" label="Paid" isTicked />
        <Radios name="size" label="Size" options={sizes} value="s" />
        <Checkbox name="tags" value="new" label="New" isTicked />
        <Checkbox name="tags" value="old" label="Old" />
        <Checkbox name="tags" value="odd" label="Odd" />
        <input type="hidden" name="tags" value="all" />
        <Select name="colours" label="Colours" multiple options={colours} value={["red"]} />
        <Field name="password" type="password" label="Password" autocomplete="current-password" />
        <FileField name="scan" label="Scan" />
        <Submit>Save</Submit>
      </Form>
    </>
  );
}

export default Protected(Invoice);
`,
  ),
];
