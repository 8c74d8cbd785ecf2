import mark from "../mark.svg?raw";

/** The mark, in the accent: src/mark.svg is the one drawing of it, for the icons too. */
export function Mark(props: { class?: string }) {
  return (
    <span
      aria-hidden="true"
      class={`block *:block *:size-full *:text-accent forced-colors:[--color-on-mark:Canvas] ${props.class ?? ""}`}
      innerHTML={mark}
    />
  );
}
