import type { ComponentProps } from "solid-js";
import { type Button, buttonOf } from "./Button";

/** The button that sends its form. While the form is under way, it shows that. */
export function Submit(props: Omit<ComponentProps<typeof Button>, "type" | "href" | "rel" | "target">) {
  return buttonOf(props, "submit");
}
