// Makes one colour the primary colour of both themes in src/app.css: links, the focus ring and the hover of buttons
// follow it there.

import { fromOklch, luminanceOf, readColor, toHex, toOklch } from "./colors.mjs";

const CSS = "src/app.css";
/** Lighter links have a contrast below 4.5 (WCAG 2.2, 1.4.3) on `--muted`, the darkest ground of the light theme. */
const MAX_LUMINANCE = 0.156;
/** The least lightness of buttons in the dark theme. Below it, dark text on them cannot be read. */
const DARK_LIGHTNESS = 0.62;

/**
 * @param {string} text the typed text
 * @returns {string} the colour as CSS. Throws if it is not a colour, or is too light
 */
export function readPrimary(text) {
  const color = text.trim().toLowerCase();
  const rgb = readColor(color);
  if (!rgb) throw new Error(`"${text}" is no colour: write it as "#0f766e" or "oklch(0.51 0.086 186)".`);
  if (luminanceOf(rgb) <= MAX_LUMINANCE) return color;
  const { lightness, chroma, hue } = toOklch(rgb);
  let [less, darker] = [lightness, rgb];
  while (luminanceOf(darker) > MAX_LUMINANCE) {
    less -= 0.005;
    darker = fromOklch(less, chroma, hue);
  }
  throw new Error(`${color} is too light for links on a light page. The nearest that passes is ${toHex(darker)}.`);
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
 * @param {string} color from {@link readPrimary}
 */
export function withPrimary(css, color) {
  const { lightness, chroma, hue } = toOklch(/** @type {import("./colors.mjs").Rgb} */ (readColor(color)));
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
