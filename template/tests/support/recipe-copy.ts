// The copy of recipes.spec.ts: all recipes that fit together, the code of AGENTS.md and of docs/forms.md, and pages
// that try what no recipe has a page for.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { blocksOf } from "../../../scripts/recipes/blocks.ts";
import { root } from "../../../tests/support/app.ts";
import { followDocs } from "./agents.ts";
import { copyWithRecipes, TOGETHER } from "./recipes.ts";
import { setUp } from "./setup.ts";

/** The variable that names a copy that is built already. recipe-mutants.spec.ts sets it. */
export const BUILT_COPY = "RECIPES_COPY";

/** Shows the query of the recipe for GitHub's API. */
const GITHUB_PAGE = `import { createAsync } from "@solidjs/router";
import { gitHubProfile } from "~/account/github";

export default function GitHubProfile() {
  const profile = createAsync(() => gitHubProfile());
  return <h1>At GitHub: {profile()?.login}</h1>;
}
`;

/** Asks GitHub's API for a path that the visitor chooses, as no application should. */
const GITHUB_ROUTE = `import type { APIEvent } from "@solidjs/start/server";
import { askGitHub } from "~/server/auth/github-api";
import { requireUser } from "~/server/functions";

export async function GET({ request }: APIEvent): Promise<Response> {
  const { id } = await requireUser("/protected");
  const path = new URL(request.url).searchParams.get("path") ?? "";
  return Response.json(await askGitHub(id, path).catch((error: Error) => error.message));
}
`;

/** Sends a mail whose address and title the visitor chooses, as no application should. */
const MAIL_ROUTE = `import type { APIEvent } from "@solidjs/start/server";
import { sendMail } from "~/server/mail";

export async function POST({ request }: APIEvent): Promise<Response> {
  const { to, title } = await request.json();
  const mail = { title, lead: "A lead", button: "A button", url: "https://example.com", end: "An end" };
  const sent = sendMail(to, mail);
  return Response.json({ isSent: await sent.then(() => true).catch(() => false) });
}
`;

/** Fills the recipe for a form with lines with those of the first quote. */
const EDITED_QUOTE = `import { query } from "@solidjs/router";
import { database } from "~/server/database/client";
import { runQuery, user } from "~/server/functions";

export const editedQuote = query(async () => {
  "use server";
  return runQuery(user("/protected/edited-quote"), async ({ id: userId }) => {
    const lines = { select: { what: true, quantity: true, unit: true }, orderBy: { position: "asc" } } as const;
    const orderBy = { createdAt: "asc" } as const;
    const [first, ...others] = await database.quote.findMany({ where: { userId }, select: { lines }, orderBy });
    const saved = first?.lines.map((line) => ({ ...line, unit: (line.unit / 100).toFixed(2) }));
    return { saved, others: others.length };
  });
}, "edited-quote");
`;

const EDITED_QUOTE_PAGE = `import { createAsync } from "@solidjs/router";
import { Show } from "solid-js";
import { Form } from "~/components/Form";
import { Protected } from "~/components/Protected";
import { Field } from "~/components/ui/Field";
import { PageMeta } from "~/components/ui/PageMeta";
import { Submit } from "~/components/ui/Submit";
import { editedQuote } from "~/quotes/edited-quote";
import { QuoteLines } from "~/quotes/QuoteLines";
import { addQuote } from "~/quotes/quotes";

export default Protected(EditedQuote);
function EditedQuote() {
  const quote = createAsync(() => editedQuote());
  const other = { "lines.0.what": "Other", "lines.0.quantity": "1", "lines.0.unit": "1" };
  return (
    <Show when={quote()}>
      {(quote) => (
        <>
          <PageMeta title="Edit" />
          <h1>{\`Others: \${quote().others}\`}</h1>
          <Form action={addQuote} class="grid gap-4">
            <Field name="customer" label="Customer" value="Ada" />
            <QuoteLines saved={quote().saved} />
          </Form>
          <Form action={addQuote} fields={{ customer: "Other", ...other }}>
            <Submit>Another change</Submit>
          </Form>
        </>
      )}
    </Show>
  );
}
`;

/** A page whose error names an address. */
const FAILING_PAGE = `export default function Failing() {
  throw new Error("no room for ada@example.com");
}
`;

const PAGES = {
  "src/routes/protected/github.tsx": GITHUB_PAGE,
  "src/routes/api/github-path.ts": GITHUB_ROUTE,
  "src/routes/api/mail.ts": MAIL_ROUTE,
  "src/quotes/edited-quote.ts": EDITED_QUOTE,
  "src/routes/protected/edited-quote.tsx": EDITED_QUOTE_PAGE,
  "src/routes/failing.tsx": FAILING_PAGE,
};

/** @returns the folder of a new copy */
export function newCopy(name: string): string {
  const folder = copyWithRecipes(name, TOGETHER, (copy) => setUp(copy, "--sign-in", "email,github"));
  // The test that docs/first-hour.md writes for the page of notes: `npm test` of the copy runs it.
  const ofFirstHour = blocksOf(join(root, "docs/first-hour.md")).filter(({ language }) => language === "ts");
  const tests = ofFirstHour.map(({ file, lines }) => [file, `${lines.join("\n")}\n`] as const);
  for (const [file, text] of [...Object.entries(PAGES), ...tests]) writeFileSync(join(folder, file), text);
  followDocs(folder);
  return folder;
}
