// Compares a request's path with a list of paths, such as those that need a session, in every spelling: another case,
// escapes, dot segments, repeated slashes.
//
// Threat: a spelling that passes the guard. A middleware gets the path in the client's spelling, and the router finds
// the route for other spellings, too (solidjs/solid-start#1811).

import "server-only";

/** A path with more layers of percent-encoding counts as listed: thousands of layers take too long to decode. */
const MAX_ENCODINGS = 8;

/**
 * Whether a path is, or is below, a listed path. The check covers all spellings that the router, a proxy or the
 * platform could treat as the same path. When in doubt, the path counts as listed.
 *
 * @param paths in lower case, without a trailing slash
 * @param pathname in the client's spelling
 */
export function isAtOrBelow(paths: string[], pathname: string): boolean {
  const isListed = (path: string) => paths.some((listed) => path === listed || path.startsWith(`${listed}/`));
  let path = pathname;
  for (let layer = 0; layer < MAX_ENCODINGS; layer++) {
    if (isListed(canonicalPath(path))) return true;
    const decoded = decode(path);
    if (decoded === path) return false;
    path = decoded;
  }
  return true;
}

function decode(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

/**
 * The path in lower case, with one slash between segments, and without dot segments, parameters and a slash at the end.
 */
export function canonicalPath(path: string): string {
  const segments: string[] = [];
  for (const raw of path
    .normalize("NFKC")
    .toLowerCase()
    .split(/[/\\]+/)) {
    const segment = raw.replace(/[;?#\0].*$/s, "").trim();
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}
