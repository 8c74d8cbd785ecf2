import type { JSX, ParentProps } from "solid-js";

/** A list entry: an icon, a title, a detail, and the actions on it. */
export function Row(props: ParentProps<{ icon: JSX.Element; title: JSX.Element; detail: JSX.Element }>) {
  return (
    <li class="flex flex-wrap items-center gap-4 px-5 py-4">
      <span class="grid size-10 shrink-0 place-items-center rounded-control bg-sunken">{props.icon}</span>
      <div class="min-w-0 flex-1 basis-40">
        <div class="font-medium wrap-anywhere">{props.title}</div>
        <div class="text-sm text-muted">{props.detail}</div>
      </div>
      {props.children}
    </li>
  );
}
