// The README of the product: its name, how it starts, and the sections of the template's README for people who work on
// it.

/** These sections stay. Text about the template itself is in other sections. */
const SECTIONS = [
  "Where to put your pages",
  "Sign-in methods and their variables",
  "Production",
  "Project structure",
  "Tests",
  "Documentation",
];
/** Mentions of the deleted folder. */
const OF_TEMPLATE = /`template\/|-w template|test:full/;
/** Rows of the table of methods, by the methods' ids. */
const ROWS = { email: /^\| Email .*\n/m, passkey: /^\| Passkey .*\n/m, github: /^\| GitHub .*\n/m };
/** Characters with a meaning in Markdown and HTML. */
const MARKUP = /[\\`*_{}[\]<>#|&]/g;
const PAGE_ROW = /^\| a page for signed-in users \|.*$/m;

/**
 * @param {import("../edits.mjs").Edits} edits
 * @param {import("./answers.mjs").Answers} answers
 */
export function writeReadme(edits, { name, methods, demo }) {
  let text = edits.read("README.md");
  for (const [id, row] of Object.entries(ROWS)) if (!methods.includes(id)) text = text.replace(row, "");
  if (!demo) text = text.replace(PAGE_ROW, "| a page for signed-in users | `npm run recipe -- protected-page` |");
  const parts = text.split(/^(?=## )/m).filter((part) => SECTIONS.includes(part.match(/^## (.*)/)?.[1] ?? ""));
  if (parts.length !== SECTIONS.length)
    throw new Error(`README.md has not all of the sections ${SECTIONS.join(", ")}.`);
  edits.write("README.md", `${headOf(name)}\n${parts.map(withoutTemplate).join("").trimEnd()}\n`);
}

/** @param {string} name */
function headOf(name) {
  return `# ${name.replace(MARKUP, "\\$&")}

Made from Solid Auth Starter, whose licence is in [LICENSE](LICENSE).

\`\`\`sh
npm install && npm run dev
\`\`\`

Open <http://localhost:3000>. Mail arrives in the local mailbox at <http://localhost:3000/dev/mail>.
The database is the SQLite file \`data/app.db\`.
For PostgreSQL, set \`DATABASE_URL\` in \`.env\` first ([on your machine](docs/postgresql.md#on-your-machine)).
`;
}

/** @param {string} section */
function withoutTemplate(section) {
  // A paragraph, or a row of a table.
  const parts = section.split(/(?=\n\n|\n\|)/).filter((part) => !OF_TEMPLATE.test(part));
  return `${parts.join("").trimEnd()}\n\n`;
}
