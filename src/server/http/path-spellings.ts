// Compares a request's path with a list of paths, such as those that need a session, in every spelling: another case,
// escapes, dot segments, repeated slashes.
//
// Threat: a spelling that passes the guard. A middleware gets the path as the client spelled it, and the router finds
// the route for other spellings, too (solidjs/solid-start#1811).

import "server-only";

/** Counts as listed with more layers of percent-encoding: decoding thousands of layers would stall the server. */
const MAX_ENCODINGS = 8;

/**
 * Whether a path is, or is below, a listed path. Includes all spellings that the router, a proxy or the platform could
 * treat as one. When in doubt, the path counts as listed.
 *
 * @param paths in lower case, without a trailing slash
 * @param pathname as the client spelled it
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

/** Lower case, one slash between segments, no dot segments, no parameters, nothing trailing. */
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
