/** Message, stack and files of an error. In development only: otherwise the server withholds them (src/lib/withheld-errors.ts). */
export function ErrorDetails(props: { stack?: string }) {
  return <pre class="mt-2 max-h-96 overflow-auto text-xs">{props.stack}</pre>;
}
