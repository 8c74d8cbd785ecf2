import { type JSX, type ParentProps, Show } from "solid-js";
import { Icon } from "./Icon";

/** A list entry: an icon, a title, a detail, and the actions on it at the end of the line. */
export function Row(props: ParentProps<{ icon: JSX.Element; title: JSX.Element; detail: JSX.Element }>) {
  return (
    <li class="flex flex-wrap items-center gap-x-1 gap-y-3 px-4 py-4 sm:gap-x-2 sm:px-5">
      <span class="me-2 grid size-10 shrink-0 place-items-center rounded-md bg-muted">{props.icon}</span>
      <div class="min-w-0 flex-1 basis-20">
        <div class="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">{props.title}</div>
        <div class="text-sm wrap-anywhere text-muted-foreground">{props.detail}</div>
      </div>
      {props.children}
    </li>
  );
}

interface RowButtonProps {
  icon?: string;
  label: string;
  /** The object of the button, for screen readers: several rows have a button with this label. */
  subject?: string;
  /** Whether the label is shown on narrow screens, too. */
  isLabelled?: boolean;
  class?: string;
  name?: string;
  value?: string;
}

const compact = (props: RowButtonProps, classes: string) => (props.isLabelled || !props.icon ? "" : classes);

const classOf = (props: RowButtonProps) =>
  `button button-outlined shrink-0 ${compact(props, "max-sm:border-transparent max-sm:bg-transparent max-sm:px-3")} ${props.class ?? ""}`;

const nameOf = ({ subject, label }: RowButtonProps) => subject && `${label} ${subject}`;

/** A button that shows only its icon on narrow screens, and only its label on wide screens. */
export function RowButton(props: RowButtonProps & { onPress?: (event: MouseEvent) => void }) {
  return (
    <button
      type="submit"
      title={props.label}
      aria-label={nameOf(props)}
      class={classOf(props)}
      name={props.name}
      value={props.value}
      // Not onClick: before the script runs, a press sends the form, and with onClick Solid repeats that press.
      on:click={(event: MouseEvent) => props.onPress?.(event)}
    >
      <RowLabel of={props} />
    </button>
  );
}

/** The same for a button that opens a form: it disappears while the form is open. */
export function RowSummary(props: RowButtonProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button opens nothing before the page's script runs.
    <summary
      role="button"
      title={props.label}
      aria-label={nameOf(props)}
      class={`list-none group-open/opening:hidden ${classOf(props)}`}
    >
      <RowLabel of={props} />
    </summary>
  );
}

function RowLabel(props: { of: RowButtonProps }) {
  return (
    <>
      <Show when={props.of.icon}>
        {(icon) => <Icon svg={icon()} class={`size-5 ${compact(props.of, "sm:hidden")}`} />}
      </Show>
      <span class={compact(props.of, "max-sm:sr-only")}>{props.of.label}</span>
    </>
  );
}
