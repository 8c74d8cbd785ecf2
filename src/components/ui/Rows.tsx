// `<For>` for rows that hold forms or fields, by their `id`. After an action, a query returns new objects, and `<For>`
// makes each row anew for these objects: text that is typed in a row is lost, and open details close.

import { createMemo, For, type JSX } from "solid-js";
import { isServer } from "solid-js/web";

interface RowsProps<List extends readonly { id: string }[]> {
  each: List | undefined;
  fallback?: JSX.Element;
  /** Gets a row as props: read each value where you use it. */
  children: (row: List[number]) => JSX.Element;
}

export function Rows<List extends readonly { id: string }[]>(props: RowsProps<List>) {
  type Row = List[number];
  const rows = createMemo(() => new Map(props.each?.map((row) => [row.id, row])));
  return (
    <For each={[...rows().keys()]} fallback={props.fallback}>
      {(id) => {
        // A row that is being removed keeps its values.
        const row = createMemo<Row>((last) => rows().get(id) ?? last, rows().get(id) as Row);
        return props.children(isServer ? row() : new Proxy(row(), { get: (_, name) => Reflect.get(row(), name) }));
      }}
    </For>
  );
}
