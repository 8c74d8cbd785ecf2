// The name of this build, on the server and in the browser (version-skew.ts). The functions below are for a page whose
// server has another build.

/** Undefined in development and in tests, where there is no build. */
export const BUILD_NAME: string | undefined = import.meta.env.BUILD_NAME;

/** In a call, this header names the page's build. In the answer, it names the server's build. */
export const BUILD_HEADER = "x-build";

/**
 * Errors are recognised by this text, too: in a build with linked packages, the code that calls the server is in
 * another module.
 */
const NEWER_BUILD = "The server has a newer build.";

/** A second failure within this time is shown: another reload of the page does not help, and could repeat for ever. */
const ONCE_MS = 60_000;

/**
 * The messages of browsers for a request without an answer. The first group has the messages of browsers and Vite for a
 * script or a stylesheet that was not loaded, because Chrome's message begins in the same way.
 */
const UNANSWERED = /^(?:.*(import.+module|preload CSS)|TypeError: .*(?:to fetch|load failed|network ))/i;

let isNewer = false;

/**
 * On the server: whether a call comes from a page of another build. Its arguments may belong to another version of the
 * function.
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
 * Whether an error is a request without an answer. In development, a script that was not loaded has a fault, and the
 * error names that fault.
 */
export function isUnanswered(error: unknown): boolean {
  const found = String(error).match(UNANSWERED);
  return Boolean(found && !(import.meta.env.DEV && found[1]));
}

/**
 * In the browser: whether an error is the consequence of a deployment. After a deployment, the server answers calls
 * with values of its own build, on which an older page can fail, and it has other scripts.
 *
 * @param error thrown by a call, by rendering or by loading the script of a page
 */
export async function isOfNewerBuild(error: unknown): Promise<boolean> {
  if (!BUILD_NAME) return false;
  const found = String(error).match(UNANSWERED);
  if (!found) return isNewer || String(error).endsWith(NEWER_BUILD);
  if (!found[1]) return false;
  // Browsers do not say why a script is missing. Firefox also stops loading scripts of a page that it leaves, and a
  // reload of that page undoes the navigation. Safari does not name the script.
  const [script] = String(error).match(/https?:\/\/\S+/) ?? [];
  const answer = fetch(script ?? location.href, { method: "HEAD", cache: "no-store" });
  const { status = 500, ok }: Partial<Response> = await answer.catch(() => ({}));
  return status < 500 && !(script && ok);
}

/**
 * In the browser: loads a page of the newer build, once.
 *
 * @param url the path and query of the page that could not be shown; by default the current page, where a press has
 *   failed
 * @returns false if the page was loaded for this reason within the last minute
 */
export function loadNewerBuild(url?: string): boolean {
  const state: BuildState = history.state ?? {};
  if (Date.now() - (state.versionSkew ?? 0) < ONCE_MS) return false;
  if (url && url !== location.pathname + location.search) location.assign(url);
  else {
    // The browser keeps this entry when it loads the page again.
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
