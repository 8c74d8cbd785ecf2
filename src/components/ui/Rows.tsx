// `<For>` for rows that hold forms or fields, by their `id`. What a query brings after an action are new objects, for
// which `<For>` would make each row anew: what is typed in it, and open, would be lost.

import { createMemo, For, type JSX, mergeProps } from "solid-js";

interface RowsProps<List extends readonly { id: string }[]> {
  each: List | undefined;
  fallback?: JSX.Element;
  /** Gets a row as props: read it where it is used. */
  children: (row: List[number]) => JSX.Element;
}

export function Rows<List extends readonly { id: string }[]>(props: RowsProps<List>) {
  type Row = List[number];
  const rows = createMemo(() => new Map(props.each?.map((row) => [row.id, row])));
  return (
    <For each={[...rows().keys()]} fallback={props.fallback}>
      {(id) => {
        // A row that is on its way out keeps what it had.
        const row = createMemo<Row | undefined>((last) => rows().get(id) ?? last);
        return props.children(mergeProps(row) as Row);
      }}
    </For>
  );
}
