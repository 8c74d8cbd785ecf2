// Writes the files that are generated from src/mark.svg, the tokens of src/app.css and the name in app.config.ts: the
// icons, the picture for link previews, the web manifest, and the look of mails. scripts/prepare.ts runs it when one of
// the sources has changed or one of the files is missing. Commit the results. To use a picture of your own, remove its
// line here.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import appConfig from "../app.config.ts";
import { readLook } from "./look.ts";

const root = join(import.meta.dirname, "..");

interface Picture {
  width: number;
  height: number;
  /** The width of the logo in the middle. */
  logo: number;
}

/** Phones round the corners themselves, so the logo's background extends to the edges. */
const PICTURES: Record<string, Picture> = {
  "public/apple-touch-icon.png": { width: 180, height: 180, logo: 180 },
  "public/icon-192.png": { width: 192, height: 192, logo: 192 },
  "public/icon-512.png": { width: 512, height: 512, logo: 512 },
  "public/og.png": { width: 1200, height: 630, logo: 360 },
};

/** The token for the background of the logo. */
const GROUND = "primary";
const ICO = "public/favicon.ico";
const ICO_SIZE = 32;
const SVG = "public/favicon.svg";
const MANIFEST = "public/site.webmanifest";
const WRITTEN = "<!-- Written by scripts/icons.ts from src/mark.svg. -->";

/** @returns whether the text files match the current logo, colours and name, and all pictures exist */
export function areIconsFresh(): boolean {
  const isThere = (path: string) => existsSync(join(root, path));
  const texts = Object.entries(iconTexts());
  return (
    [...Object.keys(PICTURES), ICO].every(isThere) &&
    texts.every(([path, text]) => isThere(path) && read(path) === text)
  );
}

/** @throws if it has to overwrite an icon that someone put into public/ by hand */
export async function writeIcons(): Promise<void> {
  if (existsSync(join(root, SVG)) && !read(SVG).includes(WRITTEN))
    throw new Error(
      `${SVG} was not written by scripts/icons.ts. Put your drawing into src/mark.svg and delete this file; all icons are then made from it.`,
    );
  // Writes the texts last: until they exist, the icons do not count as fresh.
  for (const [path, content] of Object.entries({ ...(await iconPictures()), ...iconTexts() }))
    writeFileSync(join(root, path), content);
}

/** @returns the contents of the text files, by path */
export function iconTexts(): Record<string, string> {
  const { light, dark, font, radius } = readLook(read("src/app.css"));
  const icons = [192, 512].map((size) => {
    return { src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: "image/png", purpose: "any maskable" };
  });
  const written = {
    name: appConfig.name,
    background_color: light.background,
    theme_color: light.background,
    icons,
  };
  return {
    [SVG]: `${drawing().trimEnd()}\n${WRITTEN}\n`,
    [MANIFEST]: manifestWith(written, existsSync(join(root, MANIFEST)) ? read(MANIFEST) : ""),
    "src/look.json": `${JSON.stringify({ font, radius, light, dark }, null, 2)}\n`,
  };
}

/**
 * @param written the values from the sources
 * @param present the file as it is: an owner's additions and its format stay
 */
export function manifestWith(written: object, present: string): string {
  const own = present ? JSON.parse(present) : { start_url: "/", display: "browser" };
  const manifest = { ...own, ...written };
  return isDeepStrictEqual(own, manifest) ? present : `${JSON.stringify(manifest, null, 2)}\n`;
}

/** @returns the contents of the pictures, by path */
export async function iconPictures(): Promise<Record<string, Uint8Array>> {
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  await initWasm(readFileSync(join(root, "node_modules/@resvg/resvg-wasm/index_bg.wasm")));
  const toPng = (svg: string) => new Resvg(svg).render().asPng();
  const ground = readLook(read("src/app.css")).light[GROUND];
  const logo = `data:image/svg+xml;base64,${Buffer.from(drawing()).toString("base64")}`;
  const pictures = Object.entries(PICTURES).map(([path, { width, height, logo: size }]) => {
    const place = `x="${(width - size) / 2}" y="${(height - size) / 2}" width="${size}" height="${size}"`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/><image ${place} href="${logo}"/></svg>`;
    return [path, toPng(svg)] as const;
  });
  const small = `<svg xmlns="http://www.w3.org/2000/svg" width="${ICO_SIZE}" height="${ICO_SIZE}"><image width="100%" height="100%" href="${logo}"/></svg>`;
  return { ...Object.fromEntries(pictures), [ICO]: toIco(toPng(small), ICO_SIZE) };
}

/** The logo with plain colours, so that it needs no stylesheet. */
function drawing(): string {
  const { light } = readLook(read("src/app.css"));
  return read("src/mark.svg")
    .replaceAll("currentColor", light.primary)
    .replace(/var\(--color-([\w-]+)\)/g, (asked, name) => {
      const color = light[name];
      if (!color) throw new Error(`src/mark.svg: ${asked} is no plain colour of src/app.css.`);
      return color;
    });
}

/** An ICO file may contain a PNG after a header of 22 bytes: its size, one plane of 32 bits, its length and place. */
function toIco(png: Uint8Array, size: number): Uint8Array {
  const header = Buffer.from([0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
  header.writeUInt32LE(png.length, 14);
  return Buffer.concat([header, png]);
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
