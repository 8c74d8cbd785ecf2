// The paths that need a session: `protectedPaths` of app.config.ts, in every spelling.

import "server-only";
import appConfig from "../../../app.config";

/**
 * A path with more layers of percent-encoding counts as protected: decoding thousands of layers would stall the server.
 */
const MAX_ENCODINGS = 8;

/**
 * Whether a path is, or is below, a protected path. Includes all spellings that the router, a proxy or the platform
 * could treat as one. When in doubt, the path counts as protected.
 */
export function isProtected(pathname: string): boolean {
  let path = pathname;
  for (let layer = 0; layer < MAX_ENCODINGS; layer++) {
    if (isListed(canonical(path))) return true;
    const decoded = decode(path);
    if (decoded === path) return false;
    path = decoded;
  }
  return true;
}

function isListed(path: string): boolean {
  return appConfig.protectedPaths.some((guarded) => path === guarded || path.startsWith(`${guarded}/`));
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
export function canonical(path: string): string {
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
