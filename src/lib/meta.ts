// The data that a page gives to browsers, search engines and link previews.

import appConfig from "../../app.config";

export interface PageDescription {
  /** The page's title. The application's name is added. */
  title: string;
  description?: string;
  /** Adds `noindex` for search engines. */
  isUnlisted?: boolean;
}

/** The title and the meta tags: an attribute, its value and the content. A tag without content is left out. */
export interface Meta {
  title: string;
  tags: ["name" | "property", string, string | undefined][];
}

export function metaOf({ title, description, isUnlisted }: PageDescription): Meta {
  const whole = title.includes(appConfig.name) ? title : `${title} · ${appConfig.name}`;
  return {
    title: whole,
    tags: [
      ["property", "og:title", whole],
      ["name", "description", description],
      ["property", "og:description", description],
      ["name", "robots", isUnlisted ? "noindex" : undefined],
    ],
  };
}

/** The title and tags of pages that set no title. */
export const DEFAULT_META = metaOf({ title: appConfig.name });
