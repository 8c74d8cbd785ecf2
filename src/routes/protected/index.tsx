// A server-rendered page for signed-in users. Copy it to make your own: the folder is guarded, and `Protected` passes
// you the user. The card shows data that depends on the visitor (src/server/page-data.ts). For data of your
// own, write a query (docs/recipes/model-page.md).

import { Show } from "solid-js";
import { Ago } from "~/components/Ago";
import { PageMeta } from "~/components/PageMeta";
import { Protected, type ProtectedProps } from "~/components/Protected";
import { usePageData } from "~/page-data";

function ProtectedPage(props: ProtectedProps) {
  const signIn = usePageData("lastSignIn");
  return (
    <article class="mx-auto grid w-full max-w-2xl grid-cols-1 gap-6">
      <PageMeta title="Protected page" isUnlisted />
      <div class="grid gap-2">
        <h1 class="text-xl sm:text-3xl">Hello, {props.user.name || props.user.email}</h1>
        <p class="max-w-prose text-muted-foreground">
          Only signed-in users see this page. The server checked your session before it rendered a word of it.
        </p>
      </div>
      <dl class="facts">
        <dt>Address</dt>
        <dd>
          {props.user.email} · {props.user.emailVerified ? "confirmed" : "not confirmed yet"}
        </dd>
        <Show when={props.user.memberSince}>
          {(iso) => (
            <>
              <dt>Joined</dt>
              <dd>
                <Ago iso={iso()} />
              </dd>
            </>
          )}
        </Show>
        <Show when={signIn()}>
          {(known) => (
            <>
              <dt>Signed in</dt>
              <dd>
                <Ago iso={known().at} />
                {known().method && ` · ${known().method}`}
              </dd>
              <dt>This session ends</dt>
              <dd>
                <Ago iso={known().ends} />, unless you come back before then
              </dd>
            </>
          )}
        </Show>
      </dl>
      <p class="max-w-prose text-muted-foreground">
        Make this page your own in{" "}
        <code class="rounded bg-muted px-1.5 py-0.5 text-sm wrap-anywhere">src/routes/protected/index.tsx</code>, or go
        on to <a href="/protected/client">the client-rendered page</a> or <a href="/account">your account</a>.
      </p>
    </article>
  );
}

export default Protected(ProtectedPage);
