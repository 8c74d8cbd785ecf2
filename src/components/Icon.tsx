/**
 * An icon of one's own kind of text: `import mail from "lucide-static/icons/mail.svg?raw"`. Nothing of it is a component, so it costs
 * no more than its text.
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
