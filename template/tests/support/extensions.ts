// Additions in a clone: links in the header, a component of the browser, one with the classes of shadcn, an API route
// with headers of its own, sources that the policy allows, a small image, and answers of queries that look like others.

import type { Changes } from "./variants.ts";

export const EXTENSIONS: Changes = [
  {
    file: "app.config.ts",
    from: '"form-action": [],',
    to: '"form-action": ["http://127.0.0.1:*"],',
  },
  {
    file: "src/navigation.tsx",
    from: "navigation: NavigationLink[] = [];",
    to: `navigation: NavigationLink[] = [
  { href: "/elements", label: "Elements" },
  { href: "/account", label: "Yours", needsUser: true },
];`,
  },
  {
    file: "src/routes/late.tsx",
    from: "",
    to: `
import { createSignal, onMount, Show } from "solid-js";
import { createAsync } from "@solidjs/router";
import { lastSignIn } from "~/protected/queries";

function SignedIn() {
  const signIn = createAsync(() => lastSignIn());
  return <p>{signIn()?.at}</p>;
}

export default function Late() {
  const [isBrowser, setBrowser] = createSignal(false);
  onMount(() => setBrowser(true));
  return <Show when={isBrowser()}><SignedIn /></Show>;
}
`,
  },
  {
    file: "src/routes/elements.tsx",
    from: "",
    to: `
import { A } from "@solidjs/router";

export default function Elements() {
  return (
    <>
      <p>
        <a href="/sign-in">plain</a> <A href="/sign-in">routed</A> <A href="/elements">here</A>
        <A href="/sign-in" class="button button-filled">button</A>
      </p>
      <input class="input" aria-label="typed" />
      <input class="input" aria-label="read only" readonly />
      <textarea class="input" aria-label="long" />
      <select class="input" aria-label="list"><option>One</option></select>
      <input type="file" class="input" aria-label="file" />
    </>
  );
}
`,
  },
  {
    file: "src/routes/pasted.tsx",
    from: "",
    to: `
import type { ParentProps } from "solid-js";

const LOOKS = {
  default: "bg-primary text-primary-foreground shadow-xs hover:bg-primary/90",
  secondary: "bg-secondary text-secondary-foreground hover:bg-secondary/80",
  outline: "border border-input bg-background hover:bg-accent hover:text-accent-foreground",
  destructive: "bg-destructive text-destructive-foreground hover:bg-destructive/90",
};

function Choice(props: ParentProps<{ look: keyof typeof LOOKS }>) {
  return (
    <button
      type="button"
      class={\`inline-flex h-11 items-center rounded-md px-4 text-sm font-medium focus-visible:ring-2 focus-visible:ring-ring \${LOOKS[props.look]}\`}
    >
      {props.children}
    </button>
  );
}

export default function Pasted() {
  return (
    <section aria-label="Team" class="mx-auto w-80 rounded-lg border bg-card p-6 text-card-foreground">
      <h1>Your team</h1>
      <p class="text-muted-foreground">Three seats are free.</p>
      <input aria-label="Seat" class="my-4 h-11 w-full rounded-md border border-input bg-transparent px-3" />
      <div class="grid gap-2">
        <Choice look="default">Invite</Choice>
        <Choice look="secondary">Share</Choice>
        <Choice look="outline">Copy</Choice>
        <Choice look="destructive">Leave</Choice>
      </div>
      <p role="note" class="mt-4 rounded-sm border bg-popover p-2 text-popover-foreground">Ada is the owner.</p>
      <code class="rounded-sm bg-muted px-1">team-1</code>
    </section>
  );
}
`,
  },
  {
    file: "src/routes/api/loose.ts",
    from: "",
    to: `
const headers = {
  "cache-control": "public, max-age=60",
  "content-security-policy": "default-src *",
  "set-cookie": "own=1",
  "x-frame-options": "ALLOWALL",
};

export const GET = () => new Response("text", { status: 202, headers });
`,
  },
  {
    file: "src/dot.svg",
    from: "",
    to: `<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"><rect width="5" height="5" /></svg>`,
  },
  {
    file: "src/rules/queries.ts",
    from: "",
    to: `
import { json, query } from "@solidjs/router";
import { anyone, runQuery } from "~/server/functions";

export const rule = query(async () => {
  "use server";
  return runQuery(anyone, async () => ({ when: "it rains", then: "take an umbrella" }));
}, "rule");

export const missing = query(async () => {
  "use server";
  return runQuery(anyone, async (): Promise<string> => {
    throw json("This rule is gone.", { status: 404 });
  });
}, "missing");
`,
  },
  {
    file: "src/routes/rules.tsx",
    from: "",
    to: `
import { createAsync, type RouteDefinition } from "@solidjs/router";
import { ErrorBoundary } from "solid-js";
import dot from "~/dot.svg";
import { missing, rule } from "~/rules/queries";

export const route = { preload: () => (void rule(), void missing()) } satisfies RouteDefinition;

function Missing() {
  const text = createAsync(() => missing());
  return <p>{text()}</p>;
}

export default function Rules() {
  const found = createAsync(() => rule());
  return (
    <>
      <img src={dot} alt="A dot" width="5" height="5" />
      <h1>If {found()?.when}, {found()?.then}.</h1>
      <ErrorBoundary fallback={<p>Gone</p>}><Missing /></ErrorBoundary>
    </>
  );
}
`,
  },
];
