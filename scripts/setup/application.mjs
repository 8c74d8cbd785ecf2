// Makes the application out of the template, by the answers: all changes to files, none of them written yet.

import { keepEngine } from "../database/keep.mjs";
import { openEdits } from "../edits.mjs";
import { setName } from "./names.mjs";
import { DEMO, METHODS, removePart, TEMPLATE } from "./parts.mjs";
import { writeReadme } from "./readme.mjs";
import { setPrimary } from "./theme.mjs";

/**
 * @param {string} folder
 * @param {import("./answers.mjs").Answers} answers
 * @returns {import("../edits.mjs").Edits} what is to save. Throws if the files are not as they came
 */
export function setUp(folder, answers) {
  const edits = openEdits(folder);
  setName(edits, answers.name);
  if (answers.color) setPrimary(edits, answers.color);
  writeReadme(edits, answers);
  for (const [id, part] of Object.entries(METHODS)) if (!answers.methods.includes(id)) removePart(edits, part);
  if (!answers.demo) removePart(edits, DEMO);
  removePart(edits, TEMPLATE);
  if (answers.database !== "both") keepEngine(edits, answers.database);
  return edits;
}
