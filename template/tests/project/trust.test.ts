// What the project says about itself to those who consider it: its figures, the licences of other packages, and the
// files that the OpenSSF's Scorecard looks for.

import { spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ownFiles } from "../../../tests/support/copies.ts";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { readMutants } from "../../mutants/list.ts";
import { packRelease } from "../../release.ts";
import { PAGE, packagesByLicence, thirdPartyPage, UNNAMED } from "../../third-party.ts";

/** Tests in files, those with several cases once. */
const testsIn = (...patterns: string[]) => matchesIn(/^ *(?:it|test)(?:\.each)?\(/gm, ...patterns);

const matchesIn = (text: RegExp, ...patterns: string[]) =>
  globSync(patterns).reduce((sum, file) => sum + (readFileSync(file, "utf8").match(text) ?? []).length, 0);

/** By the words of template/testing.md. */
const COUNTED: Record<string, () => number> = {
  "tests of the application": () => testsIn("tests/**/*.test.ts", "tests/**/*.spec.ts"),
  "tests of the packages": () => testsIn("packages/*/test/**/*.test.ts"),
  "tests of the template": () => testsIn("template/tests/**/*.test.ts", "template/tests/**/*.spec.ts"),
  mutants: () => readMutants().mutants.length,
  "requirements of OWASP ASVS 5": () => matchesIn(/^\| [\d., ]+ \| .+ “.+” \|$/gm, "docs/security.md"),
  recipes: () => globSync("docs/recipes/*.md").length - 1,
};

describe("template/testing.md", () => {
  const stated = [...readFileSync("template/testing.md", "utf8").matchAll(/^\| (.+?) \| ([\d,]+) \|/gm)];

  it("states a figure for all that is counted, and no other", () => {
    expect(stated.map(([, what]) => what)).toEqual(Object.keys(COUNTED));
  });

  it.each(stated.map(([, what = "", figure = ""]) => ({ what, figure: Number(figure.replaceAll(",", "")) })))(
    "the number of $what is no more than there is, and not much less",
    ({ what, figure }) => {
      const counted = COUNTED[what]?.() ?? 0;
      expect(figure).toBeLessThanOrEqual(counted);
      expect(figure).toBeGreaterThan(counted * 0.6);
    },
  );
});

describe("licences", () => {
  it("the list of the licences of other packages is that of the lockfile", () => {
    expect(readFileSync(PAGE, "utf8"), "npm run licences -w template renews it").toBe(thirdPartyPage());
  });

  it("no package that an application runs with has a licence that asks the application to have it too", () => {
    // MPL-2.0 is about files of its own; CC-BY-4.0 is of data.
    const known = /^(0BSD|Apache-2\.0|BSD-[23]-Clause|CC0-1\.0|CC-BY-4\.0|ISC|MIT|MIT-0|MPL-2\.0|Unlicense)$/;
    const others = [...packagesByLicence()].filter(([licence]) => !known.test(licence));
    expect(others).toEqual([[UNNAMED, ["@solidjs/start"]]]);
  });
});

it(".github/SECURITY.md says which versions get fixes, and leads to the way to report", () => {
  const page = readFileSync(".github/SECURITY.md", "utf8");
  expect(page).toMatch(/^\| version \| gets fixes \|$/m);
  expect(page).toContain("docs/security.md#reporting-a-vulnerability");
});

describe("the Scorecard", () => {
  const page = readFileSync("template/testing.md", "utf8");
  const met = new Map(
    [...page.matchAll(/^\| ([A-Z][\w-]+) \| (yes|no|in part) \|/gm)].map(([, check = "", verdict = ""]) => [
      check,
      verdict,
    ]),
  );
  const text = (file: string) => readFileSync(file, "utf8");
  const files = ownFiles();

  // The rules of github.com/ossf/scorecard, checks/raw.
  it.each<[string, () => boolean]>([
    [
      "Binary-Artifacts",
      () => !files.some((file) => /\.(bundle|class|dll|dylib|exe|jar|lib|o|pyc|so|whl)$/.test(file)),
    ],
    ["Dangerous-Workflow", () => !workflows().some((each) => /pull_request_target|workflow_run/.test(each))],
    ["Dependency-Update-Tool", () => existsSync(".github/dependabot.yml")],
    ["Fuzzing", () => files.some((file) => /\.ts$/.test(file) && /from "fast-check"/.test(text(file)))],
    ["License", () => existsSync("LICENSE")],
    ["Packaging", () => /registry-url[\s\S]*npm publish/.test(text(".github/workflows/release.yml"))],
    ["SAST", () => /pull_request:[\s\S]*codeql-action\/analyze@/.test(text(".github/workflows/codeql.yml"))],
    ["SBOM", () => text("template/release.ts").includes('"build.cdx.json"')],
    [
      "Security-Policy",
      () =>
        /https:\/\/\S+[\s\S]*disclos/.test(text(".github/SECURITY.md")) &&
        /vulnerab[\s\S]* 90 days/.test(text(".github/SECURITY.md")),
    ],
    [
      "Signed-Releases",
      () => /attest-build-provenance@[\s\S]*\.intoto\.jsonl/.test(text(".github/workflows/release.yml")),
    ],
    ["Token-Permissions", () => workflows().every((each) => /^permissions:\n {2}contents: read\n\n/m.test(each))],
  ])("finds %s as template/testing.md says", (check, isMet) => {
    expect(met.get(check)).toBe(isMet() ? "yes" : "no");
  });

  it("finds pinned actions and packages, and an image that is named by a tag", () => {
    expect(met.get("Pinned-Dependencies")).toBe("in part");
    expect(workflows().flatMap((each) => each.match(/uses: (?!.+@[0-9a-f]{40} ).*/g) ?? [])).toEqual([]);
    expect(text("Dockerfile")).toMatch(/^FROM node:24-bookworm-slim$/m);
  });

  it("finds tests of each change", () => {
    expect(text(".github/workflows/ci.yml")).toContain("pull_request:");
  });

  function workflows(): string[] {
    return readdirSync(".github/workflows").map((file) => text(join(".github/workflows", file)));
  }
});

describe("a command of the template", () => {
  it.each([
    ["release", ["v0.0.1", "no-folder"], "The tag is v0.0.1, and package.json of solid-authjs says"],
    ["entry", [], "The command is: npm run entry"],
  ])("%s does what it says, as npm starts it", (name, args, sentence) => {
    const command = ["run", name, "-w", "template", "--", ...args];
    const { status, stderr } = spawnSync("npm", command, { encoding: "utf8", shell: process.platform === "win32" });
    expect(status).toBe(1);
    expect(stderr).toContain(sentence);
  });

  it("asks whether it was started as scripts/run.mjs starts it", () => {
    const scripts = ownFiles().filter((file) => /^template\/(?!tests\/).*\.ts$/.test(file));
    const wrong = scripts.filter((file) => /^[^/]*import\.meta\.main/m.test(readFileSync(file, "utf8")));
    expect(wrong).toEqual([]);
  });
});

describe("the release", () => {
  const workflow = readFileSync(".github/workflows/release.yml", "utf8");
  const [, pack = "", publish = "", release = ""] = workflow.split(/^ {2}(?=\w+:\n {4}(?:runs-on|needs))/m);

  it("begins with a tag, and needs no token of npm's", () => {
    expect(workflow).toMatch(/^on:\n {2}push:\n {4}tags: \["v\*"\]\n\n/m);
    expect(workflow).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/);
  });

  it("asks for npm's trust only in the job that publishes, which runs no code of the repository or of its packages", () => {
    expect([pack, publish, release].map((job) => job.includes("id-token: write"))).toEqual([false, true, false]);
    expect(publish).not.toMatch(/checkout@|npm (ci|install|run|test)|npx/);
    expect(publish).toContain("npm publish");
    expect(publish).toContain("environment: npm");
  });

  it("refuses a tag of another version, and a package that says it comes from another repository", () => {
    const folder = temporaryFolder();
    const { version } = JSON.parse(readFileSync("template/create/package.json", "utf8"));
    expect(() => packRelease(".", "v0.0.1", folder)).toThrow(
      /^The tag is v0\.0\.1, and package\.json of solid-authjs says/,
    );
    expect(() => packRelease(".", `v${version}`, folder, "stranger/fork")).toThrow(
      /^This is stranger\/fork, and .* says/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it("changes lines of README.md that are there", () => {
    const [, diff = ""] =
      readFileSync("template/releasing.md", "utf8").match(/^ {3}```diff\n([\s\S]*?)^ {3}```$/m) ?? [];
    const before = diff.match(/^ {3}[ -].*\n/gm)?.map((line) => line.slice(4));
    expect(before).toHaveLength(5);
    expect(readFileSync("README.md", "utf8")).toContain(before?.join(""));
  });

  it("fails where it has nothing to publish, and signs what it has", () => {
    expect(workflow.match(/uses: actions\/upload-artifact@/g)).toHaveLength(2);
    expect(workflow.match(/if-no-files-found: error/g)).toHaveLength(2);
    expect(publish).toContain("attestations: write");
  });

  it("adds the tarballs and the list of the build's packages to GitHub's release", () => {
    expect(pack).toContain("npm run release -w template");
    expect(readFileSync("template/release.ts", "utf8")).toContain("npm sbom --sbom-format cyclonedx");
    expect([pack, publish, release].map((job) => job.includes("contents: write"))).toEqual([false, false, true]);
  });
});

describe("docs/deploy/platforms.md", () => {
  const page = readFileSync("docs/deploy/platforms.md", "utf8");

  it("names variables, a port, a folder and a path that this application has", () => {
    const variables = readFileSync(".env.example", "utf8");
    const named = [...page.matchAll(/^(?: +- key: )?([A-Z]+_[A-Z]+)(?: = .*)?$/gm)].map(([, name = ""]) => name);
    expect(new Set(named).size).toBeGreaterThan(4);
    for (const name of named) expect(variables, name).toMatch(new RegExp(`^(# )?${name}=`, "m"));
    const container = readFileSync("Dockerfile", "utf8");
    for (const line of ["EXPOSE 3000", "VOLUME /data", "/api/health"]) expect(container).toContain(line);
    for (const line of ["internal_port = 3000", 'destination = "/data"', "mountPath: /data"])
      expect(page).toContain(line);
    expect(page.match(/\/api\/health$|"\/api\/health"/gm)).toHaveLength(2);
  });

  it("says that neither file was tried", () => {
    expect(page).toContain("are untried");
  });
});
