// The name of this build, on the server and in the browser (version-skew.ts), and what a page does when the server has
// another one.

/** Undefined in development and in tests, where there is no build. */
export const BUILD_NAME: string | undefined = import.meta.env.BUILD_NAME;

/** The header names the build of the page in a call, and that of the server in the answer. */
export const BUILD_HEADER = "x-build";

/** The text is looked for too: what calls the server has a module of its own in a build whose packages are linked. */
const NEWER_BUILD = "The server has a newer build.";

/** A second failure within this time is shown: loading the page again would not help, and could go on for ever. */
const ONCE_MS = 60_000;

/**
 * What browsers say of a request that got no answer; and, as its first group, what they and Vite say of a script or a
 * stylesheet that was not loaded, for which Chrome begins in the same way.
 */
const UNANSWERED = /^(?:.*(import.+module|preload CSS)|TypeError: .*(?:to fetch|load failed|network ))/i;

let isNewer = false;

/**
 * On the server: whether a call comes from a page of another build. Its arguments may be those of another version of
 * the function.
 */
export function isFromOtherBuild({ headers }: Request): boolean {
  const build = headers.get(BUILD_HEADER);
  return Boolean(BUILD_NAME && build) && build !== BUILD_NAME;
}

/**
 * In the browser: reads the answer to a call of a server function.
 *
 * @throws {Error} if the call has failed, and the server has another build than the page
 */
export function checkBuild({ headers, status }: Response): void {
  const build = headers.get(BUILD_HEADER);
  if (!BUILD_NAME || !build || build === BUILD_NAME) return;
  isNewer = true;
  if (status >= 400 || headers.has("x-error")) throw new Error(NEWER_BUILD);
}

/**
 * In the browser: whether an error says that the server did not answer. In development a script that was not loaded has
 * a fault, which its error names.
 */
export function isUnanswered(error: unknown): boolean {
  const found = String(error).match(UNANSWERED);
  return Boolean(found && !(import.meta.env.DEV && found[1]));
}

/**
 * In the browser: whether an error is the consequence of a deployment. After one, the server answers calls with the
 * values of its own build, on which an older page can fail, and has other scripts.
 *
 * @param error what was thrown by a call, by rendering or by loading the script of a page
 */
export async function isOfNewerBuild(error: unknown): Promise<boolean> {
  if (!BUILD_NAME) return false;
  const found = String(error).match(UNANSWERED);
  if (!found) return isNewer || String(error).endsWith(NEWER_BUILD);
  if (!found[1]) return false;
  // Browsers do not say why a script is missing. Firefox also gives up those of a page that it leaves, and loading that
  // page again would undo the navigation. Safari does not name the script.
  const [script] = String(error).match(/https?:\/\/\S+/) ?? [];
  const answer = fetch(script ?? location.href, { method: "HEAD", cache: "no-store" });
  const { status = 500, ok }: Partial<Response> = await answer.catch(() => ({}));
  return status < 500 && !(script && ok);
}

/**
 * In the browser: loads a page of the newer build, once.
 *
 * @param url the path and query of the page that could not be shown; without it, the current page, on which a press
 *   has failed
 * @returns false if the page was loaded for this reason within the last minute
 */
export function loadNewerBuild(url?: string): boolean {
  const state: BuildState = history.state ?? {};
  if (Date.now() - (state.versionSkew ?? 0) < ONCE_MS) return false;
  if (url && url !== location.pathname + location.search) location.assign(url);
  else {
    // The browser keeps it when it loads the page again.
    history.replaceState({ ...state, versionSkew: Date.now(), hasFailedPress: !url }, "");
    location.reload();
  }
  return true;
}

/** In the browser: whether a press failed on this page before {@link loadNewerBuild} loaded it again. True once. */
export function hasFailedPress(): boolean {
  const state: BuildState = history.state ?? {};
  if (!state.hasFailedPress) return false;
  history.replaceState({ ...state, hasFailedPress: false }, "");
  return true;
}

/** The state of the entry in the browser's history. It needs no storage, which browsers can refuse. */
interface BuildState {
  /** When the page was loaded, in milliseconds since 1970. */
  versionSkew?: number;
  hasFailedPress?: boolean;
}
