// The application's name, in each place that has one.

const MAX_LENGTH = 50;

/**
 * @param {string} text
 * @returns {string} the name. Throws if the text cannot be a name
 */
export function readName(text) {
  const name = text.trim().replace(/\s+/g, " ");
  if (!name) throw new Error("The name is empty.");
  if (name.length > MAX_LENGTH) throw new Error(`The name has ${name.length} characters: at most ${MAX_LENGTH}.`);
  if (/[\p{Cc}\p{Cf}\p{Cs}]/u.test(name)) throw new Error("The name has characters that no one can see.");
  return name;
}

/** @param {string} folder the folder's own name, such as "my-app" */
export function nameOfFolder(folder) {
  const words = folder.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
  return name.slice(0, MAX_LENGTH) || "My App";
}

/**
 * @param {string} name
 * @returns {string} the name in the form for npm and HTTP headers
 */
export function slugOf(name) {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return slug || "my-app";
}

/**
 * @param {import("../edits.mjs").Edits} edits
 * @param {string} name
 */
export function setName(edits, name) {
  const slug = slugOf(name);
  edits.replace("app.config.ts", /^ {2}name: ".*"/m, `  name: ${JSON.stringify(name)}`);
  edits.replace("package.json", /^ {2}"name": ".*"/m, `  "name": "${slug}"`);
  edits.replace(".devcontainer/devcontainer.json", /"name": ".*"/, `"name": ${JSON.stringify(name)}`);
  const gitHub = "src/server/auth/providers/github.ts";
  if (edits.exists(gitHub)) edits.replace(gitHub, /userAgent: ".*?"/, `userAgent: "${slug}"`);
}
