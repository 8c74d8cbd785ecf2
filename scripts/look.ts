// Reads the design tokens of src/app.css, the only source of colours, radius and font, for places without a stylesheet.
// Mails, `theme-color`, the web manifest and the icons need hex and pixels: mail clients and launchers support neither
// OKLCH nor `light-dark()`. scripts/icons.ts writes these values to src/look.json and to the files of public/.

import { formatHex } from "culori";
import type { Scheme } from "../src/lib/theme.ts";

/** The colours that mails, `theme-color`, the manifest and the icons use, without the prefix `--color-`. */
const NEEDED = [
  "background",
  "foreground",
  "card",
  "primary",
  "primary-foreground",
  "muted-foreground",
  "border",
  "on-mark",
] as const;

/** Colours in hex, by token name. Other tokens are included if they are plain colours. */
type Colors = Record<(typeof NEEDED)[number], string> & Record<string, string | undefined>;

export interface Look extends Record<Scheme, Colors> {
  /** The names of the font, for a `style` attribute. */
  font: string;
  /** The radius in pixels. */
  radius: number;
  /** All tokens as written in src/app.css, for another stylesheet. */
  declarations: string;
}

const DECLARATION = /(?<=[{;]\s*)(--[\w-]+)\s*:\s*([^;{}]+)/g;
/** Two arguments, each of which may contain parentheses. */
const LIGHT_DARK = /^light-dark\(((?:[^(),]|\([^()]*\))+),((?:[^(),]|\([^()]*\))+)\)$/;

/**
 * @param css the text of src/app.css; if a token is declared twice, the first declaration counts
 * @throws if a needed colour is missing, or if only a browser can compute it
 */
export function readLook(css: string): Look {
  const tokens = new Map<string, string>();
  const withoutComments = css.replace(/\/\*.*?\*\//gs, "");
  for (const [, name = "", value = ""] of withoutComments.matchAll(DECLARATION))
    if (!tokens.has(name)) tokens.set(name, value.trim());
  const declarations = [...tokens].map(([name, value]) => `${name}: ${value};`).join("\n");
  const font = (tokens.get("--font-sans") ?? "sans-serif").replace(/\s+/g, " ").replaceAll('"', "'");
  const colors = { light: colorsOf(tokens, "light"), dark: colorsOf(tokens, "dark") };
  return { ...colors, declarations, font, radius: radiusOf(tokens) };
}

function radiusOf(tokens: Map<string, string>): number {
  const [, size, unit] = /^(\d*\.?\d+)(px|rem)?$/.exec(tokens.get("--radius") ?? "") ?? [];
  if (!size) throw missing(tokens, "--radius", "in `px` or `rem`");
  return Number(size) * (unit === "rem" ? 16 : 1);
}

function missing(tokens: Map<string, string>, name: string, form: string): Error {
  return new Error(`src/app.css: ${name} is ${tokens.get(name) ?? "missing"}. Mails and icons need it ${form}.`);
}

function colorsOf(tokens: Map<string, string>, scheme: Scheme): Colors {
  const names = [...tokens.keys()].filter((name) => name.startsWith("--color-"));
  const colors = Object.fromEntries(
    names.map((name) => [name.replace("--color-", ""), formatHex(plainColor(tokens, name, scheme))]),
  );
  for (const name of NEEDED) {
    const token = tokens.has(`--${name}`) ? `--${name}` : `--color-${name}`;
    if (!colors[name])
      throw missing(tokens, token, "as a plain colour, `light-dark()` of two, or `var()` of a token that is one");
  }
  return colors as Colors;
}

function plainColor(tokens: Map<string, string>, name: string, scheme: Scheme): string {
  const value = tokens.get(name) ?? "";
  const [, light = value, dark = value] = LIGHT_DARK.exec(value) ?? [];
  const color = (scheme === "light" ? light : dark).trim();
  const other = /^var\((--[\w-]+)\)$/.exec(color)?.[1];
  return other ? plainColor(tokens, other, scheme) : color;
}
