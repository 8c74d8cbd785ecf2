import type { ComponentProps } from "solid-js";
import { Button } from "./Button";

/** The button that sends its form. While the form is under way, it shows that. */
export function Submit(props: Omit<ComponentProps<typeof Button>, "type" | "href" | "rel" | "target">) {
  return <Button {...props} type="submit" />;
}
