// A build with pages, queries, actions, API routes and a middleware that fail or are forbidden. For errors.spec.ts.

import type { Changes } from "./variants.ts";

const ROUTES: Record<string, string> = {
  index: `
export default function Index() {
  return (
    <>
      <h1>Faults</h1>
      <a href="/faults-query">failing query</a>
      <a href="/faults-money">prices</a>
      <a href="/faults-component">failing component</a>
      <a href="/faults-forbidden-query">forbidden query</a>
      <a href="/faults-limited-query">limited query</a>
      <a href="/faults-forbidden-component">forbidden component</a>
    </>
  );
}
`,
  component: `
export default function Fault(): never {
  throw new Error("secret of component");
}
`,
  module: `
throw new Error("secret of module");

export default function Module() {
  return <p>Never seen</p>;
}
`,
  "own-boundary": `
import { ErrorBoundary } from "solid-js";

function Fault(): never {
  throw new Error("secret of own-boundary");
}

export default function OwnBoundary() {
  return <ErrorBoundary fallback={<p>This part is broken.</p>}><Fault /></ErrorBoundary>;
}
`,
  query: `
import { createAsync, query } from "@solidjs/router";
import { anyone, runAction, runQuery } from "~/server/functions";

const failing = query(async () => {
  "use server";
  return runQuery(anyone, async (): Promise<string> => {
    throw new Error("secret of query");
  });
}, "failing");

export default function Query() {
  const text = createAsync(() => failing());
  return <p>{text()}</p>;
}
`,
  "bare-query": `
import { createAsync, query } from "@solidjs/router";

const failing = query(async (): Promise<string> => {
  throw Object.assign(new TypeError("secret of bare-query"), { detail: "secret detail" });
}, "failing");

export default function BareQuery() {
  const text = createAsync(() => failing());
  return <p>{text()}</p>;
}
`,
  "preloaded-query": `
import { createAsync, query } from "@solidjs/router";
import { forbidden } from "~/lib/forbidden";

const failing = query(async (): Promise<string> => {
  throw Object.assign(new TypeError("secret of preloaded-query"), { detail: "secret detail" });
}, "failing-preloaded");

const unread = query(async () => {
  throw forbidden();
}, "unread");

export const route = {
  preload: () => {
    void failing();
    void unread();
  },
};

export default function PreloadedQuery() {
  const text = createAsync(() => failing());
  return <p>{text()}</p>;
}
`,
  "thrown-text": `
import { createAsync, query } from "@solidjs/router";
import { anyone, runQuery } from "~/server/functions";

const failing = query(async () => {
  "use server";
  return runQuery(anyone, async (): Promise<string> => {
    throw "secret of thrown-text";
  });
}, "failing");

export default function ThrownText() {
  const text = createAsync(() => failing());
  return <p>{text()}</p>;
}
`,
  "late-component": `
import { createAsync, query } from "@solidjs/router";
import { Show, Suspense } from "solid-js";
import { anyone, runQuery } from "~/server/functions";

const slow = query(async () => {
  "use server";
  return runQuery(anyone, async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return true;
  });
}, "slow");

function Fault(): never {
  throw new Error("secret of late-component");
}

export default function LateComponent() {
  const isThere = createAsync(() => slow());
  return <Suspense fallback="Loading"><Show when={isThere()}><Fault /></Show></Suspense>;
}
`,
  "late-query": `
import { createAsync, query } from "@solidjs/router";
import { Suspense } from "solid-js";
import { anyone, runQuery } from "~/server/functions";

const failing = query(async () => {
  "use server";
  return runQuery(anyone, async (): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    throw new Error("secret of late-query");
  });
}, "failing-late");

export default function LateQuery() {
  const text = createAsync(() => failing());
  return <Suspense fallback="Loading"><p>{text()}</p></Suspense>;
}
`,
  "late-part": `
import { createAsync, query } from "@solidjs/router";
import { Suspense } from "solid-js";
import { anyone, runQuery } from "~/server/functions";

const parts = query(async () => {
  "use server";
  return runQuery(anyone, () => {
    const later = new Promise<string>((_, reject) => setTimeout(() => reject(new Error("secret of late-part")), 100));
    return { later };
  });
}, "parts");

export default function LatePart() {
  const part = createAsync(async () => (await parts()).later);
  return <Suspense fallback="Loading"><p>{part()}</p></Suspense>;
}
`,
  money: `
import { action, createAsync, query, useLocation } from "@solidjs/router";
import { Form } from "~/components/Form";
import { Submit } from "~/components/ui/Submit";
import { Prisma } from "~/server/database/generated/sqlite/client";
import { anyone, runAction, runQuery } from "~/server/functions";

const orders = () => [{ price: new Prisma.Decimal("12.5") }] as never;

const prices = query(async () => {
  "use server";
  return runQuery(anyone, () => orders());
}, "prices");

const buy = action(async (form: FormData) => {
  "use server";
  return runAction(form, anyone, () => orders());
}, "buy");

function Prices() {
  const list = createAsync(() => prices());
  return <p>{JSON.stringify(list())}</p>;
}

export default function Money() {
  const { query } = useLocation();
  return query.shop ? <Form action={buy}><Submit>Buy</Submit></Form> : <Prices />;
}
`,
  "unsendable-preloaded": `
import { createAsync, query } from "@solidjs/router";

const failing = query(async () => ({ secret: () => "secret of unsendable" }), "unsendable-preloaded");

export const route = { preload: () => failing() };

export default function Unsendable() {
  const value = createAsync(() => failing());
  return <p>{typeof value()?.secret}</p>;
}
`,
  "unsendable-deferred": `
import { createAsync, query } from "@solidjs/router";

const failing = query(async () => ({ secret: () => "secret of unsendable" }), "unsendable-deferred");

export const route = { preload: () => failing() };

export default function Unsendable() {
  const value = createAsync(() => failing(), { deferStream: true });
  return <p>{typeof value()?.secret}</p>;
}
`,
  "unsendable-depth": `
import { createAsync, query } from "@solidjs/router";

interface Comment { replies: Comment[] }

const comments = query(async () => {
  let thread: Comment = { replies: [] };
  for (let level = 0; level < 1000; level++) thread = { replies: [thread] };
  return thread;
}, "unsendable-depth");

export const route = { preload: () => comments() };

export default function Comments() {
  const thread = createAsync(() => comments());
  return <p>{typeof thread()?.replies}</p>;
}
`,
  held: `
import { createAsync, query } from "@solidjs/router";
import { anyone, runQuery } from "~/server/functions";

const held = query(async () => {
  "use server";
  return runQuery(anyone, async () => (await fetch(process.env.PEER_URL + "/held")).text());
}, "held");

export default function Held() {
  const text = createAsync(() => held());
  return <p>{text()}</p>;
}
`,
  "asks-twice": `
import { createAsync, query } from "@solidjs/router";
import { anyone, runQuery } from "~/server/functions";

const peer = query(async () => {
  "use server";
  return runQuery(anyone, async () => (await fetch(process.env.PEER_URL + "/asks-twice")).text());
}, "peer");

const second = query(async () => {
  "use server";
  return runQuery(anyone, () => "the second answer");
}, "second");

const first = query(async () => {
  await peer();
  return second();
}, "first");

export const route = { preload: () => first() };

export default function AsksTwice() {
  const text = createAsync(() => first());
  return <p>{text()}</p>;
}
`,
  "asks-late": `
import { createAsync, query } from "@solidjs/router";
import { anyone, runQuery } from "~/server/functions";

const peer = query(async () => {
  "use server";
  return runQuery(anyone, async () => (await fetch(process.env.PEER_URL + "/asks-late")).text());
}, "peer-of-late");

const preloaded = query(async () => {
  "use server";
  return runQuery(anyone, () => ({ text: "the late answer" }));
}, "preloaded");

export const route = { preload: () => preloaded() };

export default function AsksLate() {
  const text = createAsync(async () => {
    await peer();
    return (await preloaded()).text;
  });
  return <p>{text()}</p>;
}
`,
  "reads-late": `
import { createAsync, query, useLocation } from "@solidjs/router";
import { anyone, runQuery } from "~/server/functions";
import { session } from "~/session";

const peer = query(async (who: string) => {
  "use server";
  return runQuery(anyone, async () => (await fetch(process.env.PEER_URL + "/reads-late-" + who)).text());
}, "peer-of-reads-late");

export default function ReadsLate() {
  const { pathname, search } = useLocation();
  const own = createAsync(() => session(pathname));
  const text = createAsync(async () => {
    await peer(search.slice(1));
    return "read late: " + own()?.user?.email;
  });
  return <p>{text()}</p>;
}
`,
  actions: `
import { action, redirect, useSubmission } from "@solidjs/router";
import { Form } from "~/components/Form";
import { Field } from "~/components/ui/Field";
import { Submit } from "~/components/ui/Submit";
import { forbidden } from "~/lib/forbidden";
import { anyone, runAction } from "~/server/functions";

const leave = action(async (form: FormData) => {
  "use server";
  return runAction(form, anyone, async () => {
    throw redirect("/faults-unsendable-preloaded");
  });
}, "leave");

const fail = action(async (form: FormData) => {
  "use server";
  return runAction(form, anyone, async () => {
    throw new Error("secret of action");
  });
}, "fail");

const refuse = action(async (form: FormData) => {
  "use server";
  return runAction(form, anyone, async () => {
    throw forbidden();
  });
}, "refuse");

export default function Actions() {
  const leaving = useSubmission(leave);
  return (
    <>
      <h1>Actions</h1>
      <p>{leaving.error ? "You cannot leave." : ""}</p>
      <Form action={fail}>
        <Field name="typed" label="Typed" />
        <Submit>Fail</Submit>
      </Form>
      <form action={refuse} method="post"><button type="submit">Refuse</button></form>
      <form action={leave} method="post"><button type="submit">Leave</button></form>
    </>
  );
}
`,
  "forbidden-component": `
import { forbidden } from "~/lib/forbidden";

export default function Fault(): never {
  throw forbidden();
}
`,
  "limited-query": `
import { createAsync, query } from "@solidjs/router";
import { anyone, runQuery } from "~/server/functions";
import { limit } from "~/server/http/rate-limit";

const search = query(async () => {
  "use server";
  return runQuery(anyone, async () => {
    await limit("changesOfUser", "searches");
    return "Found";
  });
}, "search");

export default function LimitedQuery() {
  const text = createAsync(() => search());
  return <p>{text()}</p>;
}
`,
  "forbidden-query": `
import { createAsync, query } from "@solidjs/router";
import { forbidden } from "~/lib/forbidden";
import { anyone, runQuery } from "~/server/functions";

const refused = query(async () => {
  "use server";
  return runQuery(anyone, async (): Promise<string> => {
    throw forbidden();
  });
}, "refused");

export default function ForbiddenQuery() {
  const text = createAsync(() => refused());
  return <p>{text()}</p>;
}
`,
};

const API = `
import { forbidden } from "~/lib/forbidden";
import { log } from "~/server/log";

export async function GET({ request }: { request: Request }): Promise<Response> {
  const what = new URL(request.url).searchParams.get("what") ?? "";
  if (what === "refuse") throw forbidden();
  if (what === "fail") throw new Error("secret of api");
  if (what === "late") return new Response(failingLate());
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

function failingLate(): ReadableStream {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("begun")),
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      controller.error(new Error("secret of late-api"));
    },
  });
}
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
  ...Object.entries(ROUTES).map(([name, to]) => ({ file: `src/routes/faults-${name}.tsx`, from: "", to })),
  { file: "src/routes/api/faults.ts", from: "", to: API },
];
