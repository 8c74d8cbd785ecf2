// The JavaScript that a browser loads before a page is interactive: the page's module scripts and preloaded modules,
// and what they import.

import { gzipSync } from "node:zlib";
import { parseSync } from "vite";

export interface ClientFiles {
  files: number;
  /** Gzipped. */
  bytes: number;
  hasPasskeys: boolean;
}

export async function clientFiles(origin: string, path: string, cookie = ""): Promise<ClientFiles> {
  const page = await read(new URL(path, origin), { cookie });
  const tags = page.match(/<(script|link)\b[^>]*>/g) ?? [];
  const modules = tags.filter((tag) => /^<script[^>]* type="module"|^<link[^>]* rel="modulepreload"/.test(tag));
  const urls = new Set(modules.map((tag) => new URL(tag.match(/ (?:src|href)="([^"]+)"/)?.[1] ?? "", origin).href));
  let bytes = 0;
  let hasPasskeys = false;
  // What is added to the set meanwhile is visited too.
  for (const url of urls) {
    const code = await read(url);
    bytes += gzipSync(code).length;
    hasPasskeys ||= /PublicKeyCredential|navigator\.credentials/.test(code);
    for (const { moduleRequest } of parseSync(url, code).module.staticImports)
      urls.add(new URL(moduleRequest.value, url).href);
  }
  return { files: urls.size, bytes, hasPasskeys };
}

async function read(url: URL | string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} is a ${response.status}.`);
  return response.text();
}
