// A page that waits at each kind of place where a page can: in its preload, while it renders, below another wait, in a
// query that asks another one, in a resource, and for code. At each place it waits until all visitors are there.

import type { Changes } from "./variants.ts";

/** How many visitors are on the page at once. */
export const VISITORS = 40;

/** What each visitor's page shows, once for each place, after the visitor's address. */
export const PLACES = ["preload", "page", "below", "inner", "accessor", "resource", "code"];

export const WAITS: Changes = [
  {
    file: "src/waits/gate.ts",
    from: "",
    to: `
const waiting: Record<string, (() => void)[]> = {};

/** Waits until all visitors are here. They go on in another order than they came in. */
export async function allAt(place: string): Promise<void> {
  const here = (waiting[place] ??= []);
  const { promise, resolve } = Promise.withResolvers<void>();
  here.push(resolve);
  if (here.length === ${VISITORS}) for (const go of here.splice(0).reverse()) go();
  await promise;
}
`,
  },
  {
    file: "src/waits/queries.ts",
    from: "",
    to: `
import { query } from "@solidjs/router";
import { runQuery, user } from "~/server/functions";
import { allAt } from "./gate";

export const preloaded = query(async () => {
  "use server";
  return runQuery(user("/waits"), async ({ email }) => (await allAt("preload"), email + " preload"));
}, "preloaded");

export const rendered = query(async () => {
  "use server";
  return runQuery(user("/waits"), async ({ email }) => (await allAt("page"), email + " page"));
}, "rendered");

export const below = query(async () => {
  "use server";
  return runQuery(user("/waits"), async ({ email }) => (await allAt("below"), email + " below"));
}, "below");

const inner = query(async () => {
  "use server";
  return runQuery(user("/waits"), async ({ email }) => email + " inner");
}, "inner");

/** Not on the server alone: it asks another query after it has waited. */
export const outer = query(async () => {
  await allAt("outer");
  return inner();
}, "outer");
`,
  },
  {
    file: "src/waits/Late.tsx",
    from: "",
    to: `
import { useSession } from "~/session";

export default function Late() {
  const session = useSession();
  return <p>{session()?.user?.email} code</p>;
}
`,
  },
  {
    file: "src/routes/waits.tsx",
    from: "",
    to: `
import { createAsync, type RouteDefinition } from "@solidjs/router";
import { createResource, lazy, Show, Suspense } from "solid-js";
import { useSession } from "~/session";
import { allAt } from "~/waits/gate";
import { below, outer, preloaded, rendered } from "~/waits/queries";

export const route = { preload: () => void preloaded() } satisfies RouteDefinition;

const Late = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, 100));
  return import("~/waits/Late");
});

function Below() {
  const shown = createAsync(() => below());
  return <p>{shown()}</p>;
}

export default function Waits() {
  const session = useSession();
  const first = createAsync(() => preloaded());
  const second = createAsync(() => rendered());
  const third = createAsync(() => outer());
  const fourth = createAsync(async () => {
    await allAt("accessor");
    return first()?.replace("preload", "accessor");
  });
  const [fifth] = createResource(async () => {
    await allAt("resource");
    return session()?.user?.email + " resource";
  });
  return (
    <Suspense>
      <p>{first()}</p>
      <p>{third()}</p>
      <p>{fourth()}</p>
      <p>{fifth()}</p>
      <Late />
      <Show when={second()}>
        {(text) => (
          <Suspense>
            <p>{text()}</p>
            <Below />
          </Suspense>
        )}
      </Show>
    </Suspense>
  );
}
`,
  },
];
