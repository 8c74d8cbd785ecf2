// `npm run icons`: draws what browsers, phones and link previews want as PNG, from the one drawing in public/favicon.svg.
// Run it after changing that, and commit what it draws.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { ensureBrowser } from "./browser.ts";

const folder = join(import.meta.dirname, "../public");
const svg = readFileSync(join(folder, "favicon.svg"), "utf8");
const ground = svg.match(/fill="(#\w+)"/)?.[1] ?? "#000";

const browser = await chromium.launch({ executablePath: ensureBrowser() });
const page = await browser.newPage();

// Phones cut the corners themselves, so there the ground goes to the edges.
write("apple-touch-icon.png", await draw(180, 180, { size: 180, background: ground }));
write("icon-192.png", await draw(192, 192, { size: 192, background: ground }));
write("icon-512.png", await draw(512, 512, { size: 512, background: ground }));
write("og.png", await draw(1200, 630, { size: 360, background: ground }));
write("favicon.ico", toIco(await draw(32, 32, { size: 32 }), 32));
await browser.close();

/** The mark in the middle of an area. */
async function draw(width: number, height: number, { size, background = "transparent" }: Drawing): Promise<Buffer> {
  await page.setViewportSize({ width, height });
  await page.setContent(
    `<style>body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${background} } svg { width: ${size}px }</style>${svg}`,
  );
  return page.screenshot({ omitBackground: true });
}

interface Drawing {
  /** Of the mark, in pixels. */
  size: number;
  background?: string;
}

/** An ICO file may hold a PNG as it is, after 22 bytes that say so. */
function toIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

function write(name: string, content: Buffer): void {
  writeFileSync(join(folder, name), content);
  console.log(`public/${name} (${content.length} bytes)`);
}
