/**
 * An icon from SVG text: `import mail from "lucide-static/icons/mail.svg?raw"`. It adds only that text to the bundle.
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
