import logo from "~/mark.svg?raw";

/** The logo in the accent colour. src/mark.svg is its only source, also for the icons. */
export function Logo(props: { class?: string }) {
  return (
    <span
      aria-hidden="true"
      class={`block *:block *:size-full *:text-primary forced-colors:[--color-on-mark:Canvas] ${props.class ?? ""}`}
      innerHTML={logo}
    />
  );
}
