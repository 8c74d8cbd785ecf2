/** @returns a query parameter's value: the first if it is repeated, undefined if it is empty or absent */
export function param(value: string | string[] | undefined): string | undefined {
  return (Array.isArray(value) ? value[0] : value) || undefined;
}

/** @returns the path on this site that `btoa` has encoded; undefined for other text */
export function decodedPath(text: string | undefined): string | undefined {
  try {
    return text && localPath(atob(text));
  } catch {
    return undefined;
  }
}

/**
 * A parameter of a page's URL: the form that the user presses again after a new sign-in; "" for a press outside of a
 * `Form`.
 */
export const AGAIN = "again";

/** Browsers from 2023 have no `URL.canParse`. */
function parse(url: string): Pick<URL, "protocol" | "pathname" | "search" | "hash"> {
  try {
    return new URL(url, "http://localhost");
  } catch {
    return { protocol: "", pathname: "/", search: "", hash: "" };
  }
}

/**
 * The maximum length of a path, in characters. The path goes into headers, and browsers and proxies refuse long
 * headers.
 */
const MAX_PATH_LENGTH = 2000;

/**
 * Prevents open redirects: turns an untrusted URL into a path on this site.
 *
 * @param url a path or a URL from an untrusted source; scripts can pass any other value, too
 * @returns its path with query and hash; "/" if the text is neither, or is too long
 */
export function localPath(url: unknown): string {
  if (typeof url !== "string" || url === "") return "/";
  const { protocol, pathname, search, hash } = parse(url);
  if (protocol !== "http:" && protocol !== "https:") return "/";
  // A path that starts with two slashes leads to another host.
  const path = pathname.replace(/^\/+/, "/") + search + hash;
  return path.length <= MAX_PATH_LENGTH ? path : "/";
}
