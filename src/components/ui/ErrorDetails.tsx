import { createSignal, onMount } from "solid-js";
import { sourceLines } from "~/lib/development";
import { withoutColors } from "~/lib/failures";

/**
 * The message, stack and files of an error. They are shown only in development; in production the server withholds them
 * (src/lib/withheld-errors.ts).
 */
export function ErrorDetails(props: { stack?: string }) {
  if (!import.meta.env.DEV) return null;
  if (!props.stack) return null;
  const received = withoutColors(props.stack);
  const [stack, setStack] = createSignal(received);
  // A browser's stack has the lines of compiled modules.
  onMount(async () => setStack(await sourceLines(received)));
  return <pre class="mt-2 max-h-96 overflow-auto text-xs">{stack()}</pre>;
}
