// A server-rendered page for signed-in users. Copy it to make a page of your own: the folder is guarded, and
// `Protected` passes you the user. A query brings the other data of the page. For your own data, see
// docs/recipes/model-page.md.

import { createAsync, type RouteDefinition } from "@solidjs/router";
import { Show } from "solid-js";
import { Protected, type ProtectedProps } from "~/components/Protected";
import { PageMeta } from "~/components/ui/PageMeta";
import { RelativeTime } from "~/components/ui/RelativeTime";
import { protectedText } from "~/messages/protected";
import { lastSignIn } from "~/protected/queries";

export const route = { preload: () => void lastSignIn() } satisfies RouteDefinition;

function ProtectedPage(props: ProtectedProps) {
  const signIn = createAsync(() => lastSignIn());
  return (
    <article class="mx-auto grid w-full max-w-2xl grid-cols-1 gap-6">
      <PageMeta title={protectedText.title} isUnlisted />
      <div class="grid gap-2">
        <h1 class="text-xl sm:text-3xl">{protectedText.hello(props.user.name || props.user.email || "")}</h1>
        <p class="max-w-prose text-muted-foreground">{protectedText.lead}</p>
      </div>
      <dl class="facts">
        <dt>{protectedText.email}</dt>
        <dd>
          {props.user.email} · {props.user.emailVerified ? protectedText.confirmed : protectedText.unconfirmed}
        </dd>
        <Show when={props.user.memberSince}>
          {(iso) => (
            <>
              <dt>{protectedText.joined}</dt>
              <dd>
                <RelativeTime iso={iso()} />
              </dd>
            </>
          )}
        </Show>
        <Show when={signIn()}>
          {(known) => (
            <>
              <dt>{protectedText.signedIn}</dt>
              <dd>
                <RelativeTime iso={known().at} />
                {known().method && ` · ${known().method}`}
              </dd>
              <dt>{protectedText.ends}</dt>
              <dd>
                <RelativeTime iso={known().ends} isFuture />
                {known().isExtended && protectedText.unless}
              </dd>
            </>
          )}
        </Show>
      </dl>
      <p class="max-w-prose text-muted-foreground">
        {protectedText.next(
          <code class="rounded bg-muted px-1.5 py-0.5 text-sm wrap-anywhere">src/routes/protected/index.tsx</code>,
          <a href="/protected/client">{protectedText.clientPage}</a>,
          <a href="/account">{protectedText.account}</a>,
        )}
      </p>
    </article>
  );
}

export default Protected(ProtectedPage);
