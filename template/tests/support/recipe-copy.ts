// The copy of recipes.spec.ts: all recipes that fit together, the code of AGENTS.md and of docs/forms.md, and pages
// that try what no recipe has a page for.

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

/** Edits the first quote of the recipe for a form with lines. */
const EDITED_QUOTE = `import { action, query } from "@solidjs/router";
import { database } from "~/server/database/client";
import { inTurn } from "~/server/database/transaction";
import { checkForm, refused } from "~/server/forms";
import { runAction, runQuery, user } from "~/server/functions";
import { Quote } from "./schema";

const PAGE = "/protected/edited-quote";

export const editedQuote = query(async () => {
  "use server";
  return runQuery(user(PAGE), async ({ id: userId }) => {
    const count = await database.quote.count({ where: { userId } });
    const lines = { select: { what: true, quantity: true, unit: true }, orderBy: { position: "asc" } } as const;
    const select = { id: true, customer: true, lines };
    const quote = await database.quote.findFirstOrThrow({ where: { userId }, select, orderBy: { createdAt: "asc" } });
    return { ...quote, count, lines: quote.lines.map((line) => ({ ...line, unit: (line.unit / 100).toFixed(2) })) };
  });
}, "edited-quote");

export const saveQuote = action(async (form: FormData) => {
  "use server";
  return runAction(form, user(PAGE), async ({ id: userId }) => {
    if (form.has("more")) return refused({}, form);
    const { errors, value } = await checkForm(Quote, form);
    if (errors) return refused(errors, form);
    const where = { id: String(form.get("id")), userId };
    const create = value.lines.map((line, position) => ({ ...line, position }));
    const data = { customer: value.customer, lines: { deleteMany: {}, create } };
    await inTurn(userId, (tx) => tx.quote.update({ where, data }));
  });
}, "save-quote");
`;

const EDITED_QUOTE_PAGE = `import { createAsync } from "@solidjs/router";
import { Show } from "solid-js";
import { Form } from "~/components/Form";
import { Protected } from "~/components/Protected";
import { Field } from "~/components/ui/Field";
import { PageMeta } from "~/components/ui/PageMeta";
import { Submit } from "~/components/ui/Submit";
import { editedQuote, saveQuote } from "~/quotes/edited-quote";
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
          <h1>{\`Quotes: \${quote().count}\`}</h1>
          <Form action={saveQuote} fields={{ id: quote().id }} class="grid gap-4">
            <Field name="customer" label="Customer" value={quote().customer} />
            <QuoteLines saved={quote().lines} />
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
  const pages = { ...PAGES, ...testOfFirstHour() };
  const folder = copyWithRecipes(name, TOGETHER, pages, (copy) => setUp(copy, "--sign-in", "email,github"));
  followDocs(folder);
  return folder;
}

/** The test that docs/first-hour.md writes for the page of notes. `npm test` of the copy runs it. */
function testOfFirstHour(): Record<string, string> {
  const [block] = blocksOf(join(root, "docs/first-hour.md")).filter(({ language }) => language === "ts");
  return block ? { [block.file]: `${block.lines.join("\n")}\n` } : {};
}
