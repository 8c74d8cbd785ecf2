/** The language of pages, for `lang`. A visitor's own: docs/recipes/another-language.md. */
export const language = () => "en";
