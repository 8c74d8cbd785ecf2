import manifest from "virtual:solid-manifest";
import type { StartServerRenderContext } from "@solidjs/vite-plugin";
import { getRequestEvent, Hydration, NoHydration, renderToStream } from "@solidjs/web";
import App from "./app";
import { Document } from "./document";
import { submissionOf } from "./lib/form-result";

export function render(_request: Request, { clientEntry, nonce }: StartServerRenderContext) {
  const event = getRequestEvent();
  const { context } = event?.locals ?? {};
  // What an action has returned for a form that was sent without the page's script.
  if (event && context?.formResult) event.router = { ...event.router, submission: submissionOf(context.formResult) };
  const page = () => (
    <NoHydration>
      <Document clientEntry={clientEntry ?? undefined}>
        <Hydration>
          <App />
        </Hydration>
      </Document>
    </NoHydration>
  );
  return renderToStream(page, {
    manifest,
    nonce: nonce ?? undefined,
    signal: event?.request.signal,
    onError: context?.logError,
  });
}
