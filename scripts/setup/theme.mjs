// Makes one colour the primary colour of both themes in src/app.css: links, the focus ring and the hover of buttons
// follow it there. The colour needs enough contrast to every background that it appears on, as the tests of the pages
// demand.

import { contrastOf, fromOklch, mix, readColor, toHex, toOklch } from "./colors.mjs";

/** @typedef {import("./colors.mjs").Rgb} Rgb */
/** @typedef {"light" | "dark"} Scheme */

const CSS = "src/app.css";
/** WCAG 2.2, 1.4.3 for text and 1.4.11 for the ring. */
const [MIN_TEXT, MIN_RING] = [4.5, 3];
const GROUNDS = ["background", "card", "muted", "color-good-soft", "color-note-soft", "color-destructive-soft"];
/** The least lightness of buttons in the dark theme. Below it, dark text on them cannot be read. */
const DARK_LIGHTNESS = 0.62;

/**
 * @param {string} text the typed text
 * @param {string} css the text of src/app.css
 * @returns {string} the colour as CSS. Throws if it is not a colour, or lacks contrast
 */
export function readPrimary(text, css) {
  const color = text.trim().toLowerCase();
  const rgb = readColor(color);
  if (!rgb) throw new Error(`"${text}" is no colour: write it as "#0f766e" or "oklch(0.51 0.086 186)".`);
  const problem = problemOf(css, color);
  if (!problem) return color;
  throw new Error(`${problem} ${nearest(css, rgb)}`);
}

/**
 * @param {import("../edits.mjs").Edits} edits
 * @param {string} color from {@link readPrimary}
 */
export function setPrimary(edits, color) {
  edits.write(CSS, withPrimary(edits.read(CSS), color));
}

/**
 * @param {string} css
 * @param {string} color
 */
export function withPrimary(css, color) {
  const { lightness, chroma, hue } = toOklch(readColor(color) ?? [0, 0, 0]);
  const [text, dark] = [oklch(0.14, Math.min(0.03, chroma), hue), darkOf(lightness, chroma, hue)];
  return css
    .replace(/--primary: .*;/, `--primary: light-dark(${color}, ${dark});`)
    .replace(/--primary-foreground: .*;/, `--primary-foreground: light-dark(oklch(1 0 0), ${text});`);
}

/**
 * The colour gets less saturation if screens cannot show it so light.
 *
 * @param {number} lightness
 * @param {number} chroma
 * @param {number} hue
 */
function darkOf(lightness, chroma, hue) {
  const light = Math.max(lightness, DARK_LIGHTNESS);
  for (let much = chroma * 0.9; much > 0.005; much -= 0.005) {
    const seen = toOklch(fromOklch(light, much, hue));
    if (Math.abs(seen.lightness - light) < 0.005 && Math.abs(seen.chroma - much) < 0.005)
      return oklch(light, much, hue);
  }
  return oklch(light, 0, hue);
}

/**
 * @param {number} lightness
 * @param {number} chroma
 * @param {number} hue
 */
function oklch(lightness, chroma, hue) {
  const [l, c, h] = [lightness, chroma, hue].map((value, at) => Number(value.toFixed(at === 2 ? 1 : 3)));
  return `oklch(${l} ${c} ${h})`;
}

/**
 * @param {string} css
 * @param {string} color
 * @returns {string | undefined} why the colour lacks contrast; undefined if it has enough
 */
function problemOf(css, color) {
  const changed = withPrimary(css, color);
  for (const scheme of /** @type {Scheme[]} */ (["light", "dark"])) {
    const token = (/** @type {string} */ name) => tokenOf(changed, name, scheme);
    const text = GROUNDS.map((ground) => [
      contrastOf(token("color-link"), token(ground)),
      `a link on ${nameOf(ground)}`,
    ]);
    const button = ["primary", "ring"].map((ground) => [
      contrastOf(token("primary-foreground"), token(ground)),
      "the text of a button",
    ]);
    const rings = ["background", "card"].map((ground) => [contrastOf(token("ring"), token(ground)), "the focus ring"]);
    const pairs = /** @type {[number, string, number][]} */ ([
      ...[...text, ...button].map((pair) => [...pair, MIN_TEXT]),
      ...rings.map((pair) => [...pair, MIN_RING]),
    ]);
    const [contrast, what, min] = pairs.find(([contrast, , min]) => contrast < min) ?? [];
    if (contrast !== undefined)
      return `With ${color}, ${what} has a contrast of ${(Math.floor(contrast * 10) / 10).toFixed(1)} in the ${scheme} theme: at least ${min} is needed.`;
  }
  return undefined;
}

/** @param {string} ground */
function nameOf(ground) {
  return ground === "background" ? "the page" : `"${ground.replace("color-", "")}"`;
}

/**
 * @param {string} css
 * @param {Rgb} color
 * @returns {string} a sentence
 */
function nearest(css, color) {
  const { lightness, chroma, hue } = toOklch(color);
  for (let less = lightness; less > 0; less -= 0.005) {
    const hex = toHex(fromOklch(less, chroma, hue));
    if (!problemOf(css, hex)) return `The nearest that passes is ${hex}.`;
  }
  return "Choose another.";
}

/**
 * @param {string} css the text of src/app.css
 * @param {string} name a token, without its dashes
 * @param {Scheme} scheme
 * @returns {Rgb} the colour that a browser computes
 */
function tokenOf(css, name, scheme) {
  const [, value] = css.match(new RegExp(`--${name}: ([^;]+);`)) ?? [];
  if (value === undefined) throw new Error(`${CSS} has no --${name}.`);
  return computed(css, value.trim(), scheme);
}

/**
 * @param {string} css
 * @param {string} value
 * @param {Scheme} scheme
 * @returns {Rgb}
 */
function computed(css, value, scheme) {
  const [, name, list = ""] = value.match(/^([\w-]+)\((.*)\)$/s) ?? [];
  if (name === "var") return tokenOf(css, list.replace("--", ""), scheme);
  // At commas outside of parentheses, which are nested at most twice.
  const args = list.match(/(?:[^(),]|\((?:[^()]|\([^()]*\))*\))+/g)?.map((arg) => arg.trim()) ?? [];
  if (name === "light-dark") return computed(css, args[scheme === "light" ? 0 : 1] ?? "", scheme);
  if (name === "color-mix") {
    const [, color = "", percent] = args[1]?.match(/^(.*) (\d+)%$/) ?? [];
    return mix(computed(css, color, scheme), computed(css, args[2] ?? "", scheme), Number(percent) / 100);
  }
  return readColor(value) ?? [0, 0, 0];
}
