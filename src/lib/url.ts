/** @returns a query parameter's value, the first where it is given several times, undefined where it is empty or absent */
export function first(value: string | string[] | undefined): string | undefined {
  return (Array.isArray(value) ? value[0] : value) || undefined;
}

/** It goes into headers: browsers and proxies give up on an answer with longer ones. In characters. */
const MAX_PATH_LENGTH = 2000;

/**
 * For links to somewhere a URL's query names: whatever it names, the link stays on this site.
 *
 * @param url a path or a URL, from anywhere; a script may call a server function with anything else, too
 * @returns its path with query and hash; "/" for what is neither, and for what is longer than a header should be
 */
export function localPath(url: unknown): string {
  const base = "http://localhost";
  if (typeof url !== "string" || url === "" || !URL.canParse(url, base)) return "/";
  const { protocol, pathname, search, hash } = new URL(url, base);
  if (protocol !== "http:" && protocol !== "https:") return "/";
  // A path that starts with two slashes would name another host.
  const path = pathname.replace(/^\/+/, "/") + search + hash;
  return path.length <= MAX_PATH_LENGTH ? path : "/";
}
