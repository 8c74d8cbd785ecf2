import { type JSX, type ParentProps, Show, splitProps } from "solid-js";
import { Icon } from "./Icon";

/** A list entry: an icon, a title, a detail, and the actions on it at the end of the line. */
export function Row(props: ParentProps<{ icon: JSX.Element; title: JSX.Element; detail: JSX.Element }>) {
  return (
    <li class="flex flex-wrap items-center gap-x-1 gap-y-3 px-4 py-4 sm:gap-x-2 sm:px-5">
      <span class="mr-2 grid size-10 shrink-0 place-items-center rounded-control bg-sunken">{props.icon}</span>
      <div class="min-w-0 flex-1 basis-20">
        <div class="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">{props.title}</div>
        <div class="text-sm text-muted">{props.detail}</div>
      </div>
      {props.children}
    </li>
  );
}

interface RowButtonProps extends JSX.ButtonHTMLAttributes<HTMLButtonElement> {
  icon?: string;
  label: string;
  /** Whether there is room for the label on narrow screens, too. */
  isLabelled?: boolean;
}

/** A button that is only its icon on narrow screens, and only its label on others. */
export function RowButton(props: RowButtonProps) {
  const [own, attributes] = splitProps(props, ["icon", "label", "isLabelled", "class"]);
  const compact = (classes: string) => (own.isLabelled || !own.icon ? "" : classes);
  return (
    <button
      type="submit"
      title={own.label}
      class={`button button-outlined shrink-0 ${compact("max-sm:border-transparent max-sm:bg-transparent max-sm:px-3")} ${own.class ?? ""}`}
      {...attributes}
    >
      <Show when={own.icon}>{(icon) => <Icon svg={icon()} class={`size-5 ${compact("sm:hidden")}`} />}</Show>
      <span class={compact("max-sm:sr-only")}>{own.label}</span>
    </button>
  );
}
