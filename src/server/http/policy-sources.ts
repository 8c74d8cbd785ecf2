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
