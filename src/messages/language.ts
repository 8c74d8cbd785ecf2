// The language of all texts in this folder: of pages, mails, error pages and times. For each visitor's own language,
// see docs/recipes/another-language.md.

/** For `lang`, and for the formats of `Intl`. */
export const language = () => "en";

/** The direction of its script, for `dir`: "rtl" for Arabic or Hebrew, for example. */
export const direction = (): "ltr" | "rtl" => "ltr";
