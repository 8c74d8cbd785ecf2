import type { ParentProps } from "solid-js";

/** A short word beside a title. */
export function Badge(props: ParentProps) {
  return (
    <span class="rounded-full bg-good-soft px-2 py-0.5 text-xs font-medium whitespace-nowrap text-good">
      {props.children}
    </span>
  );
}
