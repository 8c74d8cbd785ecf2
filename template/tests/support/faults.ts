// A build with pages, queries, actions, API routes and a middleware that fail or are forbidden. For errors.spec.ts.

import { type Changes, newFile } from "./changes.ts";

const ROUTER = `import { action, createAsync, query, redirect, useSubmission } from "@solidjs/router";
import { Show, Suspense } from "solid-js";
`;
const SERVER = `${ROUTER}import { forbidden } from "~/lib/forbidden";
import { anyone, runAction, runQuery } from "~/server/functions";
`;

/** A query of the server: its variable, what it does, and its name in the log. */
const onServer = (variable: string, body: string, name = variable) => `
const ${variable} = query(async (): Promise<any> => {
  "use server";
  return runQuery(anyone, async () => { ${body} });
}, "${name}");
`;

/** An action by the name of its variable. */
const anAction = (variable: string, body: string) => `
const ${variable} = action(async (form: FormData) => {
  "use server";
  return runAction(form, anyone, async () => { ${body} });
}, "${variable}");
`;

/** A page that shows what a function returns. */
const shows = (asked: string, html = "<p>{value()}</p>") => `
export default function Page() {
  const value = createAsync(${asked});
  return ${html};
}
`;

/** What the tests hold back. */
const heldBack = (path: string) => `return (await fetch(process.env.PEER_URL + "${path}")).text();`;
const LATER = "await new Promise((resolve) => setTimeout(resolve, 100));";

const failing = (what: string) => `throw new Error("secret of ${what}");`;
/** Details of an error beside its message, in a query that runs where it is called. */
const detailed = (what: string, name: string) => `
const failing = query(async (): Promise<string> => {
  throw Object.assign(new TypeError("secret of ${what}"), { detail: "secret detail" });
}, "${name}");
`;
const component = (body: string) => `export default function Fault(): never {\n  ${body}\n}\n`;

const ROUTES: Record<string, string> = {
  index: `export default () => (
  <>
    <h1>Faults</h1>
    <a href="/faults-query">failing query</a>
    <a href="/faults-forbidden-query">forbidden query</a>
    <a href="/faults-forbidden-component">forbidden component</a>
  </>
);
`,
  component: component(failing("component")),
  module: `${failing("module")}\n\nexport default () => <p>Never seen</p>;\n`,
  query: SERVER + onServer("failing", failing("query")) + shows("() => failing()"),
  "bare-query": ROUTER + detailed("bare-query", "failing") + shows("() => failing()"),
  "preloaded-query": `${ROUTER}import { forbidden } from "~/lib/forbidden";
${detailed("preloaded-query", "failing-preloaded")}
const unread = query(async () => {
  throw forbidden();
}, "unread");

export const route = {
  preload: () => {
    void failing();
    void unread();
  },
};
${shows("() => failing()")}`,
  "late-component": `${SERVER}${onServer("slow", `${LATER} return true;`)}
function Fault(): never {
  ${failing("late-component")}
}
${shows("() => slow()", `<Suspense fallback="Loading"><Show when={value()}><Fault /></Show></Suspense>`)}`,
  "late-query":
    SERVER +
    onServer("failing", `${LATER} ${failing("late-query")}`, "failing-late") +
    shows("() => failing()", `<Suspense fallback="Loading"><p>{value()}</p></Suspense>`),
  "unsendable-preloaded": `${ROUTER}
const failing = query(async () => ({ secret: () => "secret of unsendable" }), "unsendable-preloaded");

export const route = { preload: () => failing() };
${shows("() => failing()", "<p>{typeof value()?.secret}</p>")}`,
  "unsendable-depth": `${ROUTER}
interface Comment { replies: Comment[] }

const comments = query(async () => {
  let thread: Comment = { replies: [] };
  for (let level = 0; level < 1000; level++) thread = { replies: [thread] };
  return thread;
}, "unsendable-depth");

export const route = { preload: () => comments() };
${shows("() => comments()", "<p>{typeof value()?.replies}</p>")}`,
  held: SERVER + onServer("held", heldBack("/held")) + shows("() => held()"),
  "asks-twice": `${SERVER}${onServer("peer", heldBack("/asks-twice"))}${onServer("second", `return "the second answer";`)}
const first = query(async () => {
  await peer();
  return second();
}, "first");

export const route = { preload: () => first() };
${shows("() => first()")}`,
  "asks-late": `${SERVER}${onServer("peer", heldBack("/asks-late"), "peer-of-late")}
${onServer("preloaded", `return { text: "the late answer" };`)}
export const route = { preload: () => preloaded() };
${shows("async () => (await peer(), (await preloaded()).text)")}`,
  actions: `${SERVER}import { Form } from "~/components/Form";
import { Field } from "~/components/ui/Field";
import { Submit } from "~/components/ui/Submit";
${anAction("leave", `throw redirect("/faults-unsendable-preloaded");`)}
${anAction("refuse", "throw forbidden();")}
export default function Actions() {
  const leaving = useSubmission(leave);
  return (
    <>
      <h1>Actions</h1>
      <p>{leaving.error ? "You cannot leave." : ""}</p>
      <Form action={refuse}>
        <Field name="asked" label="Asked" />
        <Submit>Refuse</Submit>
      </Form>
      <form action={leave} method="post"><button type="submit">Leave</button></form>
    </>
  );
}
`,
  "forbidden-component": `import { forbidden } from "~/lib/forbidden";\n\n${component("throw forbidden();")}`,
  "forbidden-query": SERVER + onServer("refused", "throw forbidden();") + shows("() => refused()"),
};

const API = `
import { forbidden } from "~/lib/forbidden";
import { log } from "~/server/log";

export async function GET({ request }: { request: Request }): Promise<Response> {
  const what = new URL(request.url).searchParams.get("what") ?? "";
  if (what === "refuse") throw forbidden();
  if (what === "fail") throw new Error("secret of api");
  if (what === "rejection" || what === "exception") {
    setTimeout(FAILING[what]);
    // Timers of the same length fire in order, so the response comes after the failure.
    await new Promise((resolve) => setTimeout(resolve));
  } else log.error(what);
  return new Response(what);
}

const FAILING = {
  rejection: async () => {
    throw new Error("secret of rejection, about ada@example.com");
  },
  exception: () => {
    throw new Error("secret of exception, about ada@example.com");
  },
};
`;

const MIDDLEWARE = `
  ({ req }, next) => {
    if (req.url.endsWith("/faults-WHERE")) throw new Error("secret of WHERE");
    return next();
  },`;

/** The innermost middleware of src/middleware.ts. */
const INNER = "\n  guard,";

export const FAULTS: Changes = [
  {
    file: "src/middleware.ts",
    from: "const steps: Middleware[] = [",
    to: `const steps: Middleware[] = [${MIDDLEWARE.replaceAll("WHERE", "outer-middleware")}`,
  },
  { file: "src/middleware.ts", from: INNER, to: MIDDLEWARE.replaceAll("WHERE", "inner-middleware") + INNER },
  { file: "src/server/log/report-error.ts", from: "entry, fields)", to: 'entry, { ...fields, hook: "passed" })' },
  ...Object.entries(ROUTES).map(([name, to]) => newFile(`routes/faults-${name}.tsx`, to)),
  newFile("routes/api/faults.ts", API),
];
