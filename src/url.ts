/** @returns a query parameter's value, the first where it is given several times, undefined where it is empty or absent */
export function first(value: string | string[] | undefined): string | undefined {
  return (Array.isArray(value) ? value[0] : value) || undefined;
}

/**
 * For links to somewhere a URL's query names: whatever it names, the link stays on this site.
 *
 * @param url a path or a URL, from anywhere; a script may call a server function with anything else, too
 * @returns its path with query and hash; "/" for what is neither
 */
export function localPath(url: unknown): string {
  const base = "http://localhost";
  if (typeof url !== "string" || url === "" || !URL.canParse(url, base)) return "/";
  const { protocol, pathname, search, hash } = new URL(url, base);
  if (protocol !== "http:" && protocol !== "https:") return "/";
  // A path that starts with two slashes would name another host.
  return pathname.replace(/^\/+/, "/") + search + hash;
}
