// A server-rendered page for signed-in users. Copy it to make your own: the folder is guarded, and `Protected` passes you the user.

import { PageMeta } from "~/components/PageMeta";
import { Protected, type ProtectedProps } from "~/components/Protected";

function ProtectedPage(props: ProtectedProps) {
  return (
    <article class="mx-auto grid w-full max-w-2xl grid-cols-1 gap-4">
      <PageMeta title="Protected page" isUnlisted />
      <h1 class="text-2xl sm:text-3xl">Hello, {props.user.name || props.user.email}</h1>
      <p class="max-w-prose text-muted">
        Only signed-in users see this page. The server rendered it after checking the session. Edit it in{" "}
        <code class="rounded bg-sunken px-1.5 py-0.5 text-sm">src/routes/protected/index.tsx</code>.
      </p>
      <p>
        <a href="/protected/client">Go to the client-rendered page</a>
      </p>
    </article>
  );
}

export default Protected(ProtectedPage);
