// `npm run site -w template` makes a site of the Markdown pages, in .copies/site/dist: static files with a search,
// light and dark, and nothing that calls another server. VitePress is installed beside it, in no lockfile of this
// project, since nothing else here needs its hundred packages. It stops at a link that leads nowhere.

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { root } from "../../scripts/steps.ts";
import { ownFiles } from "../../tests/support/copies.ts";

const VITEPRESS = "1.6.4";
const FOLDER = join(root, ".copies/site");
const SITE = join(FOLDER, "dist");

/** Pages for those who use the project. Others are for those who change it. */
const IS_PAGE =
  /^(README|SECURITY|docs\/.+|packages\/[^/]+\/(?!AGENTS|CHANGELOG)[\w-]+|template\/(alternatives|testing|performance|advisories|mutants|third-party|CHANGELOG|CONTRIBUTING|releasing))\.md$/;
const IS_PICTURE = /^(docs\/images\/.+|template\/performance\.svg)$/;

/** The pages' links to what is no page lead to the repository. */
const { repository } = JSON.parse(readFileSync(join(root, "packages/solid-authjs/package.json"), "utf8"));
const REPOSITORY = `${repository.url.replace(/^git\+|\.git$/g, "")}/blob/main`;

/** Headings get the names that GitHub gives them, for the pages' links. */
const MARKDOWN = String.raw`{
  anchor: { slugify: (text) => text.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-") },
}`;

/** Builds the site. @throws what VitePress says, if a link leads nowhere or a page cannot be read */
function buildSite(): void {
  install();
  const source = join(FOLDER, "pages");
  rmSync(source, { recursive: true, force: true });
  const files = ownFiles().filter((file) => existsSync(join(root, file)));
  const pages = files.filter((file) => IS_PAGE.test(file));
  for (const page of pages) {
    const text = readFileSync(join(root, page), "utf8");
    write(join(source, indexOf(page)), sitePage(page, text, pages));
  }
  for (const picture of files.filter((file) => IS_PICTURE.test(file))) {
    mkdirSync(dirname(join(source, picture)), { recursive: true });
    copyFileSync(join(root, picture), join(source, picture));
  }
  write(
    join(source, ".vitepress/config.mjs"),
    `export default { ...${JSON.stringify(configOf(pages))}, markdown: ${MARKDOWN} };\n`,
  );
  run(process.execPath, join(FOLDER, "node_modules/vitepress/bin/vitepress.js"), "build", source);
}

function install(): void {
  write(
    join(FOLDER, "package.json"),
    JSON.stringify({ private: true, type: "module", dependencies: { vitepress: VITEPRESS } }),
  );
  run("npm", "install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund");
}

function run(command: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: FOLDER, encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} failed:\n${stdout}${stderr}`);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The page that a folder opens with. */
function indexOf(page: string): string {
  return page.replace(/(^|\/)README\.md$/, "$1index.md");
}

/** A page as VitePress reads it: its own files' links changed, and braces of code that Vue would take for its own. */
function sitePage(page: string, text: string, pages: string[]): string {
  const parts = text.split(/(^ *```[\s\S]*?^ *```$|`[^`\n]*`)/m);
  return parts
    .map((part, at) =>
      at % 2 === 1
        ? codeFor(part)
        : part
            .replace(/(?<=\]\()(?!https?:|#)([^)#\s]+)(#[^)\s]*)?(?=\))/g, (_, path, anchor = "") =>
              linkFrom(page, path, anchor, pages),
            )
            // Without a dot, it would be the name of a package.
            .replace(/(?<= src(?:set)?=")(?=[\w])(?!https?:)/g, "./")
            .replace(/\{\{/g, "&#123;&#123;"),
    )
    .join("");
}

/** VitePress keeps Vue out of blocks of code, and not out of code within a line. */
function codeFor(part: string): string {
  return part.includes("{{") && !part.includes("\n") ? `<span v-pre>${part}</span>` : part;
}

function linkFrom(page: string, path: string, anchor: string, pages: string[]): string {
  const target = posix.join(posix.dirname(page), path).replace(/\/$/, "");
  const found = [target, `${target}/README.md`].find((each) => pages.includes(each));
  if (found) return posix.relative(posix.dirname(page), indexOf(found)).replace(/^(?!\.)/, "./") + anchor;
  return IS_PICTURE.test(target) ? path : `${REPOSITORY}/${target}${anchor}`;
}

/** The first heading of a page. */
function titleOf(page: string): string {
  return (
    readFileSync(join(root, page), "utf8")
      .match(/^# (.+)$/m)?.[1]
      ?.replaceAll("`", "") ?? page
  );
}

function configOf(pages: string[]): object {
  const entry = (page: string) => ({
    text: titleOf(page),
    link: `/${indexOf(page).replace(/(index)?\.md$/, "")}`,
  });
  const within = (text: string, belongs: RegExp, collapsed = false) => ({
    text,
    collapsed,
    items: pages.filter((page) => belongs.test(page)).map(entry),
  });
  return {
    title: "Solid Auth Starter",
    description: "Sign-in for SolidStart: email links, passkeys and GitHub",
    lang: "en",
    outDir: SITE,
    cleanUrls: true,
    // The home page of a development server.
    ignoreDeadLinks: "localhostLinks",
    themeConfig: {
      search: { provider: "local" },
      outline: [2, 3],
      sidebar: [
        { text: "Solid Auth Starter", link: "/" },
        within("Documentation", /^docs\/[^/]+\.md$/),
        within("Deploying", /^docs\/deploy\//, true),
        within("Recipes", /^docs\/recipes\//, true),
        within("Packages", /^packages\//, true),
        within("The template", /^(template\/|SECURITY)/, true),
      ],
    },
  };
}

buildSite();
console.log(`The site is in ${SITE}.`);
