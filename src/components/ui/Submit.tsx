import type { ComponentProps } from "solid-js";
import { type Button, buttonOf } from "./Button";

/** The button that sends its form. While the form is being sent, the button says so. */
export function Submit(props: Omit<ComponentProps<typeof Button>, "type" | "href" | "rel" | "target">) {
  return buttonOf(props, "submit");
}
