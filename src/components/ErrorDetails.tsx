/** Message, stack and files of an error. Shown in development only; in production the server withholds them (src/lib/withheld-errors.ts). */
export function ErrorDetails(props: { stack?: string }) {
  return <pre class="mt-2 max-h-96 overflow-auto text-xs">{props.stack}</pre>;
}
