// Pages with several forms as an owner writes them, in a build of their own: rows with the same action and of another
// order, a page for each row, an action that fails, one of a button, one without a form, and options that a query
// brings.

import { type Changes, newFile } from "./changes.ts";

/** What the pages import, each some of it. */
const IMPORTS = `
import { createAsync, useParams } from "@solidjs/router";
import { createSignal, For, onMount, Show } from "solid-js";
import { Form } from "~/components/Form";
import { OpeningForm } from "~/components/OpeningForm";
import { Protected } from "~/components/Protected";
import { Field } from "~/components/ui/Field";
import { FileField } from "~/components/ui/FileField";
import { Radios } from "~/components/ui/Radios";
import { Rows } from "~/components/ui/Rows";
import { Select } from "~/components/ui/Select";
import { Submit } from "~/components/ui/Submit";
import { useResult } from "~/lib/use-result";
import { duplicateRow, fail, find, lowerRow, markRow, place, record, removeRow, renameRow } from "~/rows/rows";
`;

/** A page for users. @param body of its component */
const page = (path: string, body: string, before = "") =>
  newFile(`routes/${path}.tsx`, `${IMPORTS}${before}\nfunction Page() {${body}}\n\nexport default Protected(Page);\n`);

export const ROWS: Changes = [
  newFile(
    "rows/rows.ts",
    `
import { action, query, redirect } from "@solidjs/router";
import { refused } from "~/server/forms";
import { runAction, runQuery, user } from "~/server/functions";

const PAGE = "/protected/rows";

interface Place {
  rows: { id: string; name: string; state: string; size: string; version: number }[];
  records: string[];
}

const places = new Map<string, Place>();

function placeOf({ id }: { id?: string }): Place {
  const known = places.get(id ?? "") ?? {
    rows: ["1", "2", "3"].map((number) => ({ id: number, name: "Row " + number, state: "open", size: "S", version: 0 })),
    records: [],
  };
  places.set(id ?? "", known);
  return known;
}

export const place = query(async () => {
  "use server";
  return runQuery(user(PAGE), (owner) => {
    const { rows, records } = placeOf(owner);
    const cities = ["Athens", "Berlin"].map((city) => ({ value: city, label: city }));
    return { rows: rows.map((row) => ({ ...row })), records, cities };
  });
}, "place");

export const removeRow = action(async (form: FormData) => {
  "use server";
  return runAction(form, user(PAGE), async () => refused("It stays.", form));
}, "remove-row");

export const renameRow = action(async (form: FormData) => {
  "use server";
  return runAction(form, user(PAGE), async (owner) => {
    const name = String(form.get("name")).trim();
    if (!name) return refused({ name: "A row has a name." }, form);
    const row = placeOf(owner).rows.find(({ id }) => id === form.get("id"));
    if (!row) return;
    if (Number(form.get("version") ?? row.version) !== row.version)
      return refused({ version: "It is " + row.name + " now." }, form, { revalidate: place.key });
    row.name = name;
    row.state = String(form.get("state") ?? row.state);
    row.size = String(form.get("size") ?? row.size);
    row.version++;
  });
}, "rename-row");

/** The row becomes the last one. */
export const lowerRow = action(async (form: FormData) => {
  "use server";
  return runAction(form, user(PAGE), async (owner) => {
    const { rows } = placeOf(owner);
    const index = rows.findIndex((row) => row.id === form.get("id"));
    rows.push(...rows.splice(index, 1));
  });
}, "lower-row");

export const duplicateRow = action(async (form: FormData) => {
  "use server";
  return runAction(form, user(PAGE), async (owner) => {
    const count = Number(form.get("copies"));
    if (count > 2) return refused({ name: "Two copies at most of " + form.get("name") + "." }, form);
    if (form.get("name") === "日本") return redirect("/protected/row/日本?q=größe");
    placeOf(owner).records.push(count + " of " + form.get("name"));
  });
}, "duplicate-row");

export const markRow = action(async (id: string, { done }: { done: boolean }, form: FormData) => {
  "use server";
  return runAction(form, user(PAGE), async (owner) => {
    if (!form.get("note")) return refused({ note: "A mark has a note." }, form);
    const file = form.get("file");
    const text = file instanceof File && file.size > 0 ? " " + file.name + ": " + (await file.text()) : "";
    placeOf(owner).records.push(id + " " + done + " " + form.get("note") + text);
  });
}, "mark-row");

/** As for a row that another tab has removed. */
export const find = action(async (form: FormData) => {
  "use server";
  return runAction(form, user(PAGE), async () => refused({ text: "There is no such row." }, form, { status: 404 }));
}, "find");

export const fail = action(async (form: FormData) => {
  "use server";
  return runAction(form, user(PAGE), async () => {
    throw new Error("The disk is full.");
  });
}, "fail");

export const record = action(async (form: FormData) => {
  "use server";
  return runAction(form, user(PAGE), async (owner) => {
    const text = String(form.get("text"));
    if (!text) return refused({ text: "A record has a text." }, form);
    placeOf(owner).records.push(text);
  });
}, "record");
`,
  ),
  page(
    "protected/rows",
    `
  const data = createAsync(() => place());
  const [done, setDone] = createSignal(0);
  return (
    <>
      <h1>Rows</h1>
      <ul aria-label="Records"><For each={data()?.records}>{(text) => <li>{text}</li>}</For></ul>
      <ul aria-label="Rows">
        <Rows each={data()?.rows}>
          {(row) => (
            <li aria-label={"Row " + row.id}>
              {row.name}
              <OpeningForm action={renameRow} fields={{ id: row.id }} label="Rename" subject={row.id}>
                <Field name="name" label={"Name of " + row.id} value={row.name} autofocus />
              </OpeningForm>
              <Form action={removeRow} fields={{ id: row.id, secret: "hidden-secret-" + row.id }}>
                <Submit>Remove</Submit>
              </Form>
              <Form action={lowerRow} fields={{ id: row.id }}><Submit>Lower</Submit></Form>
            </li>
          )}
        </Rows>
      </ul>
      <Form action={fail} onDone={() => setDone(done() + 1)}>
        <Field name="title" label="Title" />
        <Select name="city" label="City" options={data()?.cities ?? []} />
        <Radios name="start" label="Start" options={data()?.cities ?? []} value="Athens" />
        <p>Done: {done()}</p>
        <Submit>Fail</Submit>
      </Form>
      <Form action={record} fields={{ part: "changing" }}>
        <Field name="text" label="Line" />
        <Field name="reset" label="Reset" />
        <Submit>Save line</Submit>
      </Form>
      <Form action={record} fields={{ part: "two" }}>
        <Field name="name" label="What" />
        <Submit>Keep one</Submit>
        <Submit formaction={duplicateRow} name="copies" value="2">Duplicate</Submit>
        <button type="submit" formaction={duplicateRow} name="copies" value="3">Triple</button>
      </Form>
      <Form action={find}>
        <Field name="text" label="Sought" />
        <Submit>Find</Submit>
      </Form>
      <OwnForm />
    </>
  );
`,
    `
function OwnForm() {
  const result = useResult(record);
  return (
    <form action={record} method="post" aria-label="Own">
      <label>Own text <input name="text" /></label>
      <Show when={result.errors.text}>{(error) => <p role="alert">{error()}</p>}</Show>
      <p>Value: {typeof result.value}</p>
      <button type="submit">Record</button>
    </form>
  );
}`,
  ),
  page(
    "protected/bound",
    `
  const data = createAsync(() => place());
  const result = useResult(markRow as never);
  return (
    <>
      <h1>Bound</h1>
      <ul aria-label="Records"><For each={data()?.records}>{(text) => <li>{text}</li>}</For></ul>
      <Show when={result.errors.note}>{(error) => <p role="alert">{error()}</p>}</Show>
      <Rows each={data()?.rows}>
        {(row) => (
          <form action={markRow.with(row.id, { done: true })} method="post">
            <label>{"Note of " + row.id} <input name="note" /></label>
            <button type="submit">{"Mark " + row.id}</button>
          </form>
        )}
      </Rows>
    </>
  );
`,
  ),
  page(
    "protected/bound-fields",
    `
  const data = createAsync(() => place());
  const marked = useResult(markRow);
  return (
    <>
      <h1>Bound</h1>
      <output aria-label="Refused">{Object.keys(marked.errors).join()}</output>
      <ul aria-label="Records"><For each={data()?.records}>{(text) => <li>{text}</li>}</For></ul>
      <Rows each={data()?.rows}>
        {(row) => (
          <Form action={markRow.with(row.id, { done: false })}>
            <Field name="note" label={"Note of " + row.id} />
            <FileField name="file" label={"File of " + row.id} />
            <Submit>{"Mark " + row.id}</Submit>
          </Form>
        )}
      </Rows>
    </>
  );
`,
  ),
  page(
    "protected/row/[id]",
    `
  const params = useParams();
  const data = createAsync(() => place());
  return (
    <>
      <h1>{"Row " + decodeURIComponent(params.id ?? "")}</h1>
      <ul aria-label="Records"><For each={data()?.records}>{(text) => <li>{text}</li>}</For></ul>
      <a href={"/protected/row/" + (Number(params.id) + 1)}>Next</a>
      <Form action={record}>
        <Field name="text" label="Text" value={"Text of " + params.id} />
        <Submit>Save</Submit>
      </Form>
      <Form action={markRow.with(params.id ?? "", { done: true })}>
        <Field name="note" label="Note" />
        <Submit>Mark</Submit>
      </Form>
    </>
  );
`,
  ),
  page(
    "protected/versions",
    `
  const data = createAsync(() => place());
  return (
    <>
      <h1>Versions</h1>
      <Show when={data()?.rows[0]}>
        {(first) => (
          <Form
            action={renameRow}
            fields={{ id: first().id, version: String(first().version) }}
            identity={{ id: first().id }}
          >
            <p>Now: {first().name}</p>
            <Field name="name" label="Name" value={first().name} />
            <Select name="state" label="State" value={first().state} options={choices("open", "waiting", "done")} />
            <Radios name="size" label="Size" value={first().size} options={choices("S", "M", "L")} />
            <Submit>Save</Submit>
          </Form>
        )}
      </Show>
      <Form action={record}>
        <Field name="text" label="Line" />
        <Submit>Save line</Submit>
      </Form>
    </>
  );
`,
    `
const choices = (...values: string[]) => values.map((value) => ({ value, label: value }));`,
  ),
  page(
    "protected/chosen",
    `
  const data = createAsync(() => place());
  const [id, setId] = createSignal("1");
  const chosen = () => data()?.rows.find((row) => row.id === id());
  const [city, setCity] = createSignal("");
  const [isMarked, setMarked] = createSignal(false);
  const shown = () => (data()?.rows ?? []).map((row): typeof row & { mark?: string } => (isMarked() ? { ...row, mark: "!" } : row));
  return (
    <>
      <h1>Chosen</h1>
      <Rows each={shown()}>
        {(row) => <button type="button" onClick={() => setId(row.id)}>{"Edit " + row.name + (row.mark ?? "")}</button>}
      </Rows>
      <button type="button" onClick={() => setMarked(true)}>Mark all</button>
      <Show when={chosen()}>
        {(row) => (
          <Form action={renameRow} fields={{ id: row().id }}>
            <Field name="name" label="Name" value={row().name} />
            <Submit>Save</Submit>
          </Form>
        )}
      </Show>
      <Field name="city" label="City" value={city()} onInput={(event) => setCity(event.currentTarget.value)} />
      <button type="button" onClick={() => setCity("Berlin")}>To Berlin</button>
    </>
  );
`,
  ),
  page("members", "return <h1>Members</h1>;"),
  newFile(
    "routes/members-in-browser.tsx",
    `${IMPORTS}
const Content = Protected(() => <h1>Members</h1>);

export default function InBrowser() {
  const [isBrowser, setBrowser] = createSignal(false);
  onMount(() => setBrowser(true));
  return <Show when={isBrowser()}><Content /></Show>;
}
`,
  ),
];
