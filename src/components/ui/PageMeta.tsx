import { createRenderEffect, onCleanup } from "solid-js";
import { getRequestEvent, isServer } from "solid-js/web";
import { DEFAULT_META, metaOf, type PageDescription } from "~/lib/meta";

let shownBy: PageDescription | undefined;

/** The title and description of a page, for browsers, search engines and link previews. Use it once per page. */
export function PageMeta(props: PageDescription) {
  if (isServer) {
    // The document writes the title and the tags last (src/entry-server.tsx).
    const context = getRequestEvent()?.locals.context;
    if (context) Object.assign(context, { meta: metaOf(props), isListed: !props.isUnlisted });
    return null;
  }
  // Search engines and link previews ask the server for each page, so the tags stay those of the first page.
  createRenderEffect(() => {
    shownBy = props;
    document.title = metaOf(props).title;
  });
  // The next page may already have set its own title.
  onCleanup(() => {
    if (shownBy === props) document.title = DEFAULT_META.title;
  });
  return null;
}
