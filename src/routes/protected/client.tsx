// A client-rendered page for signed-in users. The browser renders it after the guard has let the request through. It
// shows nothing before the user is known, even on navigations within the application.

import { createSignal, onMount, Show } from "solid-js";
import { Protected, type ProtectedProps } from "~/components/Protected";
import { PageMeta } from "~/components/ui/PageMeta";
import { language } from "~/messages/language";
import { clientText } from "~/messages/protected-client";

function ClientRendered(props: ProtectedProps) {
  return (
    <article class="mx-auto grid w-full max-w-2xl grid-cols-1 gap-4">
      <PageMeta title={clientText.title} isUnlisted />
      <h1 class="text-xl sm:text-3xl">{clientText.hello(props.user.name || props.user.email || "")}</h1>
      <p class="max-w-prose text-muted-foreground">
        {clientText.lead(
          new Date().toLocaleTimeString(language()),
          <code class="rounded bg-muted px-1.5 py-0.5 text-sm wrap-anywhere">src/routes/protected/client.tsx</code>,
        )}
      </p>
      <p>
        <a href="/protected">{clientText.toServer}</a>
      </p>
    </article>
  );
}

function NeedsScript() {
  return (
    <noscript>
      <h1>{clientText.needsScript}</h1>
      <p>{clientText.without(<a href="/protected">{clientText.serverPage}</a>)}</p>
    </noscript>
  );
}

const Content = Protected(ClientRendered);

export default function InBrowser() {
  const [isBrowser, setBrowser] = createSignal(false);
  onMount(() => setBrowser(true));
  return (
    <Show when={isBrowser()} fallback={<NeedsScript />}>
      <Content />
    </Show>
  );
}
