import { type JSX, type ParentProps, Show } from "solid-js";

/** The looks of a button are in src/app.css, also for markup without this component. */
const VARIANTS = {
  default: "button-filled",
  outline: "button-outlined",
  destructive: "button-outlined text-destructive",
  ghost: "border-transparent",
};

type LinkAttributes = Pick<JSX.AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "rel" | "target">;
type ButtonAttributes = Pick<
  JSX.ButtonHTMLAttributes<HTMLButtonElement>,
  "type" | "formaction" | "name" | "value" | "disabled" | "aria-busy" | "aria-describedby"
>;

/** With `href`, the button is a link. */
interface ButtonProps extends ParentProps, LinkAttributes, ButtonAttributes {
  variant?: keyof typeof VARIANTS;
  /** Full width, with the icon at the start. */
  isWide?: boolean;
  class?: string;
  onClick?: (event: MouseEvent) => void;
}

/**
 * A button, or a link that looks like one. Attributes are written one by one: all pages load this component, and a
 * spread is larger.
 */
export function Button(props: ButtonProps) {
  return buttonOf(props, props.type ?? "button");
}

/** @returns a button with all of these props, or a link */
export function buttonOf(props: ButtonProps, type: ButtonProps["type"]) {
  const classes = () =>
    `button ${VARIANTS[props.variant ?? "default"]} ${props.isWide ? "button-wide" : ""} ${props.class ?? ""}`;
  const press: JSX.EventHandler<HTMLElement, MouseEvent> = (event) => props.onClick?.(event);
  return (
    <Show
      when={props.href}
      fallback={
        <button
          type={type}
          formaction={props.formaction}
          name={props.name}
          value={props.value}
          disabled={props.disabled}
          aria-busy={props["aria-busy"]}
          aria-describedby={props["aria-describedby"]}
          class={classes()}
          onClick={press}
        >
          {props.children}
        </button>
      }
    >
      <a href={props.href} rel={props.rel} target={props.target} class={classes()} onClick={press}>
        {props.children}
      </a>
    </Show>
  );
}
