/**
 * An icon from SVG text: `import mail from "~/icons/mail.svg?raw"`. It adds only that text to the bundle. Another icon
 * is a file copied from https://lucide.dev to `src/icons`; a logo is one from https://simpleicons.org in
 * `src/icons/logos`.
 */
export function Icon(props: { svg: string | undefined; class?: string }) {
  return (
    <span
      aria-hidden="true"
      class={`icon inline-block *:block *:size-full ${props.class ?? "size-5"}`}
      innerHTML={props.svg ?? ""}
    />
  );
}
