// The Content-Security-Policy, opened by an application for sources on other sites.

/** The directives that an application can open. `'strict-dynamic'` makes browsers ignore sources in `script-src`. */
const OPENABLE = [
  "connect-src",
  "font-src",
  "form-action",
  "frame-src",
  "img-src",
  "media-src",
  "style-src",
  "style-src-attr",
  "worker-src",
] as const;

/** The sources that each directive allows by default. */
export type PolicySources = { [Name in (typeof OPENABLE)[number]]?: string[] };

const SOURCE =
  /^(?:'self'|https:|data:|blob:|(?:https?|wss?):\/\/(?:\*\.)?[\w-]+(?:\.[\w-]+)*(?::(?:\d+|\*))?(?:\/[^\s;,]*)?)$/;

/** The source of `style` attributes in elements, which have no address. */
const INLINE = "'unsafe-inline'";

/** @returns the problems, one line each, for the check at startup */
export function policyProblems(sources: PolicySources): string[] {
  return Object.entries(sources).flatMap(([name, values]) =>
    values
      .filter((value) => !SOURCE.test(value) && !(name === "style-src-attr" && value === INLINE))
      .map(
        (value) => `contentSecurityPolicy: "${value}" in "${name}" is not a source, like https://images.example.com.`,
      ),
  );
}

/**
 * @param directives the directives, with their default sources
 * @param opened the additional sources
 * @returns the header's value
 */
export function policyWith(directives: Record<string, string>, opened: PolicySources[]): string {
  const all = { ...directives };
  for (const [name, sources] of opened.flatMap((each) => Object.entries(each)))
    if (sources.length > 0) all[name] = [all[name] ?? [], sources].flat().join(" ");
  return Object.entries(all)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

/**
 * @param directive the directive, and the source that it blocked, as a browser reports them
 * @returns the message for the developer; undefined if the report concerns another program, such as an extension
 */
export function adviceOn(directive: string, blocked: string): string | undefined {
  const name = directive.replace(/-elem$/, "");
  const source = sourceOf(name, blocked);
  if (!source || !/^[a-z-]+$/.test(name)) return undefined;
  const fact = `The Content-Security-Policy blocked ${source} (${name}).`;
  if (!isOpenable(name) || !(SOURCE.test(source) || source === INLINE)) return fact + hintFor(name);
  return `${fact} To allow it, write into contentSecurityPolicy of app.config.ts: "${name}": ["${source}"],`;
}

function sourceOf(name: string, blocked: string): string | undefined {
  if (blocked === "data" || blocked === "blob") return `${blocked}:`;
  if (blocked === "inline") return name === "style-src-attr" ? INLINE : "inline code";
  return /^(?:https?|wss?):$/.test(URL.parse(blocked)?.protocol ?? "") ? new URL(blocked).origin : undefined;
}

function hintFor(name: string): string {
  if (name === "script-src") return " A component adds a script of another site: docs/recipes/third-party.md.";
  return name === "style-src" ? " A library's stylesheet is imported: docs/recipes/component-library.md." : "";
}

function isOpenable(name: string): boolean {
  return OPENABLE.some((each) => each === name);
}
