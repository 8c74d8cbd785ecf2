// The files of public/ that follow from src/mark.svg, the colours of src/app.css and the name in app.config.ts: the icons, the picture
// of link previews, the web manifest. scripts/prepare.ts writes them when one of these has changed; `npm run icons` in any case.
// Commit what it writes. A picture of your own in place of one of these: take its line out here.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import appConfig from "../app.config.ts";
import { readLook } from "../src/lib/look.ts";

const root = join(import.meta.dirname, "..");
const folder = join(root, "public");

interface Picture {
  width: number;
  height: number;
  /** How wide the mark in its middle is. */
  mark: number;
}

/** Phones cut the corners themselves, so here the mark's ground goes to the edges. */
const PICTURES: Record<string, Picture> = {
  "apple-touch-icon.png": { width: 180, height: 180, mark: 180 },
  "icon-192.png": { width: 192, height: 192, mark: 192 },
  "icon-512.png": { width: 512, height: 512, mark: 512 },
  "og.png": { width: 1200, height: 630, mark: 360 },
};

/** The token that is the ground of the mark. */
const GROUND = "accent";
const ICO_SIZE = 32;
const WRITTEN = "<!-- Written by scripts/icons.ts from src/mark.svg. -->";

/** @returns whether the files that tell the mark, the colours and the name say what they would say now, and the pictures are there */
export function areIconsFresh(): boolean {
  const isThere = (name: string) => existsSync(join(folder, name));
  const texts = Object.entries(iconTexts());
  return (
    Object.keys(PICTURES).every(isThere) &&
    isThere("favicon.ico") &&
    texts.every(([name, text]) => isThere(name) && read(join("public", name)) === text)
  );
}

/** @throws before it writes over a drawing that was put into public/ by hand */
export async function writeIcons(): Promise<void> {
  if (existsSync(join(folder, "favicon.svg")) && !read("public/favicon.svg").includes(WRITTEN))
    throw new Error(
      `public/favicon.svg was not written by scripts/icons.ts. Put your drawing into src/mark.svg, delete this file, and all icons follow.`,
    );
  // The texts come last: while they are not there, nothing counts as fresh.
  for (const [name, content] of Object.entries({ ...(await iconPictures()), ...iconTexts() }))
    writeFileSync(join(folder, name), content);
}

/** @returns the content of each file that is text, by its name */
export function iconTexts(): Record<string, string> {
  const { page } = readLook(read("src/app.css")).light;
  const icons = [192, 512].map((size) => {
    return { src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: "image/png", purpose: "any maskable" };
  });
  const manifest = {
    name: appConfig.name,
    start_url: "/",
    display: "browser",
    background_color: page,
    theme_color: page,
    icons,
  };
  return {
    "favicon.svg": `${drawing().trimEnd()}\n${WRITTEN}\n`,
    "site.webmanifest": `${JSON.stringify(manifest, null, 2)}\n`,
  };
}

/** @returns the content of each picture, by its name */
export async function iconPictures(): Promise<Record<string, Uint8Array>> {
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  await initWasm(readFileSync(join(root, "node_modules/@resvg/resvg-wasm/index_bg.wasm")));
  const toPng = (svg: string) => new Resvg(svg).render().asPng();
  const ground = readLook(read("src/app.css")).light[GROUND];
  const mark = `data:image/svg+xml;base64,${Buffer.from(drawing()).toString("base64")}`;
  const pictures = Object.entries(PICTURES).map(([name, { width, height, mark: size }]) => {
    const place = `x="${(width - size) / 2}" y="${(height - size) / 2}" width="${size}" height="${size}"`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/><image ${place} href="${mark}"/></svg>`;
    return [name, toPng(svg)] as const;
  });
  const small = `<svg xmlns="http://www.w3.org/2000/svg" width="${ICO_SIZE}" height="${ICO_SIZE}"><image width="100%" height="100%" href="${mark}"/></svg>`;
  return { ...Object.fromEntries(pictures), "favicon.ico": toIco(toPng(small), ICO_SIZE) };
}

/** The mark with colours that need no stylesheet. */
function drawing(): string {
  const { light } = readLook(read("src/app.css"));
  return read("src/mark.svg")
    .replaceAll("currentColor", light.accent)
    .replace(/var\(--color-([\w-]+)\)/g, (asked, name) => {
      const color = light[name];
      if (!color) throw new Error(`src/mark.svg: ${asked} is no plain colour of src/app.css.`);
      return color;
    });
}

/** An ICO file may hold a PNG as it is, after 22 bytes that say so. */
function toIco(png: Uint8Array, size: number): Uint8Array {
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

/** A text of the project, with the line endings that it has in git. */
function read(path: string): string {
  return readFileSync(join(root, path), "utf8").replaceAll("\r\n", "\n");
}
