// Makes the application out of the template, by the answers. It collects all changes to files, and writes none yet.

import { keepEngine } from "../database/keep.mjs";
import { openEdits } from "../edits.mjs";
import { setName } from "./names.mjs";
import { ALL_METHODS, DEMO, METHODS, removePart, TEMPLATE } from "./parts.mjs";
import { writeReadme } from "./readme.mjs";
import { setPrimary } from "./theme.mjs";

/**
 * @param {string} folder
 * @param {import("./answers.mjs").Answers} answers
 * @returns {import("../edits.mjs").Edits} the changes to save. Throws if the files are not those of the template
 */
export function setUp(folder, answers) {
  const edits = openEdits(folder);
  setName(edits, answers.name);
  if (answers.color) setPrimary(edits, answers.color);
  writeReadme(edits, answers);
  const removed = Object.entries(METHODS).filter(([id]) => !answers.methods.includes(id));
  if (removed.length > 0) removePart(edits, ALL_METHODS);
  for (const [, part] of removed) removePart(edits, part);
  if (!answers.demo) removePart(edits, DEMO);
  removePart(edits, TEMPLATE);
  if (answers.database !== "both") keepEngine(edits, answers.database);
  return edits;
}
