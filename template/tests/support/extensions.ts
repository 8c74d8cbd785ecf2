// Additions in a clone: links in the header, a component with the classes of shadcn, an API route with headers of its
// own, a small image, and answers of queries that look like others.

import { type Changes, newFile } from "./changes.ts";

export const EXTENSIONS: Changes = [
  {
    file: "src/navigation.tsx",
    from: "navigation: NavigationLink[] = [];",
    to: `navigation: NavigationLink[] = [
  { href: "/elements", label: "Elements" },
  { href: "/account", label: "Yours", needsUser: true },
];`,
  },
  newFile("routes/elements.tsx", "export default () => <h1>Elements</h1>;\n"),
  newFile(
    "routes/pasted.tsx",
    `
const BUTTON = "inline-flex h-11 items-center rounded-md bg-primary px-4 text-sm text-primary-foreground shadow-xs";

export default () => (
  <section aria-label="Team" class="mx-auto w-80 rounded-lg border bg-card p-6 text-card-foreground">
    <h1>Your team</h1>
    <button type="button" class={BUTTON}>Invite</button>
  </section>
);
`,
  ),
  newFile(
    "routes/api/loose.ts",
    `
const headers = {
  "cache-control": "public, max-age=60",
  "content-security-policy": "default-src *",
  "set-cookie": "own=1",
  "x-frame-options": "ALLOWALL",
};

export const GET = () => new Response("text", { status: 202, headers });
`,
  ),
  newFile(
    "dot.svg",
    `<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"><rect width="5" height="5" /></svg>`,
  ),
  newFile(
    "rules/queries.ts",
    `
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
  ),
  newFile(
    "routes/rules.tsx",
    `
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
  ),
];
