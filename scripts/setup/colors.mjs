// Colours as src/app.css writes them. `npm run setup` runs before packages are installed,
// so it cannot use the package culori, as the look of icons and mails does.

/** @typedef {[red: number, green: number, blue: number]} Rgb linear light, 0 to 1 */

/**
 * @param {string} text "#rgb", "#rrggbb", or "oklch(L C H)"
 * @returns {Rgb | undefined} undefined if the text is none of these
 */
export function readColor(text) {
  const [, short] = text.match(/^#([\da-f]{3})$/i) ?? [];
  const [, long = short?.replace(/./g, "$&$&")] = text.match(/^#([\da-f]{6})$/i) ?? [];
  if (long)
    return /** @type {Rgb} */ ([0, 2, 4].map((at) => toLinear(Number.parseInt(long.slice(at, at + 2), 16) / 255)));
  const [, lightness, chroma, hue] = text.match(/^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/) ?? [];
  return lightness === undefined ? undefined : fromOklch(Number(lightness), Number(chroma), Number(hue));
}

/** @param {Rgb} color */
export function toOklch(color) {
  const [lightness, a, b] = toOklab(color);
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  return { lightness, chroma: Math.hypot(a, b), hue: hue < 0 ? hue + 360 : hue };
}

/**
 * @param {number} lightness
 * @param {number} chroma
 * @param {number} hue the hue in degrees
 * @returns {Rgb} the nearest colour that an sRGB screen has
 */
export function fromOklch(lightness, chroma, hue) {
  const angle = (hue * Math.PI) / 180;
  return fromOklab([lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]);
}

/** @param {Rgb} color */
export function toHex(color) {
  const bytes = color.map((value) => Math.round(toGamma(value) * 255));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * The relative luminance of WCAG 2.
 *
 * @param {Rgb} color
 */
export function luminanceOf([red, green, blue]) {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {number} value */
function toLinear(value) {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** @param {number} value */
function toGamma(value) {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

// The matrices of CSS Color 4, from linear sRGB through the cones' responses to OKLab.

/**
 * @param {Rgb} color
 * @returns {[number, number, number]}
 */
function toOklab([red, green, blue]) {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/**
 * @param {[number, number, number]} color
 * @returns {Rgb}
 */
function fromOklab([lightness, a, b]) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return /** @type {Rgb} */ (rgb.map((value) => Math.min(1, Math.max(0, value))));
}
