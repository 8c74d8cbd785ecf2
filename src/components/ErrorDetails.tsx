import { createSignal, onMount } from "solid-js";
import { SOURCE_LINES } from "~/lib/development";

/**
 * Message, stack and files of an error. Shown in development only; in production the server withholds them
 * (src/lib/withheld-errors.ts).
 */
export function ErrorDetails(props: { stack?: string }) {
  const [stack, setStack] = createSignal(props.stack);
  // The browser's stacks have the lines of compiled modules.
  onMount(async () => setStack(await sourceLines(props.stack ?? "").catch(() => props.stack)));
  return <pre class="mt-2 max-h-96 overflow-auto text-xs">{stack()}</pre>;
}

async function sourceLines(body: string): Promise<string> {
  const response = await fetch(SOURCE_LINES, { method: "POST", body });
  return response.text();
}
