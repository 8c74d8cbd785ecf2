import type { ComponentProps } from "solid-js";
import { Button } from "./Button";

type Props = Omit<ComponentProps<typeof Button>, "type" | "href" | "rel" | "target">;

/** The button that sends its form. While the form is under way, it shows that. */
export function Submit(props: Props) {
  return (
    <Button
      type="submit"
      variant={props.variant}
      isWide={props.isWide}
      formaction={props.formaction}
      name={props.name}
      value={props.value}
      disabled={props.disabled}
      aria-busy={props["aria-busy"]}
      aria-describedby={props["aria-describedby"]}
      class={props.class}
      onClick={props.onClick}
    >
      {props.children}
    </Button>
  );
}
