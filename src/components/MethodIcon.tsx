/** A sign-in method's mark, from the list in src/server/sign-in-methods.ts. One without colours has that of the text around it. */
export function MethodIcon(props: { svg: string | undefined }) {
  return <span aria-hidden="true" class="icon inline-block size-5 *:fill-current" innerHTML={props.svg ?? ""} />;
}
