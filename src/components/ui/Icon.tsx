/**
 * An icon from SVG text: `import mail from "~/icons/mail.svg?raw"`. An import adds only that text to the bundle. For
 * another icon, copy a file from https://lucide.dev to `src/icons`; for a logo, copy one from https://simpleicons.org
 * to `src/icons/logos`.
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
