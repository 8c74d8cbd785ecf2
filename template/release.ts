// `npm run release -w template -- v1.0.0 folder` packs what a release publishes: solid-authjs,
// create-solid-auth-starter with this commit's template, and a list of the packages in the build (CycloneDX).
// .github/workflows/release.yml runs it; releasing.md says what comes before.

import { execSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "../scripts/steps.ts";
import { isCommand } from "./command.ts";

export const PACKAGES = ["packages/solid-authjs", "template/create"];

interface Manifest {
  name: string;
  version: string;
  repository: { url: string };
}

/**
 * Packs into a folder.
 *
 * @param project the folder of the project, without changes that are in no commit
 * @param repository the repository that npm's provenance will name, such as "owner/name"; undefined outside of GitHub
 * @throws a message if a package has another version than the tag, or says that it comes from another repository
 */
export function packRelease(project: string, tag: string, folder: string, repository?: string): void {
  for (const { name, version, repository: own } of PACKAGES.map((each) => manifestOf(join(project, each)))) {
    if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, and package.json of ${name} says ${version}.`);
    // npm refuses a package whose provenance names another repository, after it has published the one before.
    if (repository && own.url !== `git+https://github.com/${repository}.git`)
      throw new Error(`This is ${repository}, and package.json of ${name} says ${own.url}.`);
  }
  mkdirSync(folder, { recursive: true });
  const run = (command: string) => execSync(command, { cwd: project, encoding: "utf8", maxBuffer: 1 << 26 });
  for (const each of PACKAGES) run(`npm pack ./${each} --pack-destination "${resolve(folder)}"`);
  writeFileSync(join(folder, "build.cdx.json"), run("npm sbom --sbom-format cyclonedx --omit dev --package-lock-only"));
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

if (isCommand(import.meta)) {
  const [tag, folder] = process.argv.slice(2);
  if (!tag || !folder) throw new Error("The command is: npm run release -w template -- <tag> <folder>");
  packRelease(root, tag, join(root, folder), process.env.GITHUB_REPOSITORY);
}
