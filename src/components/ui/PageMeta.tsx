import { createRenderEffect, onCleanup } from "solid-js";
import { getRequestEvent, isServer } from "solid-js/web";
import { DEFAULT_META, type Meta, metaOf, type PageDescription } from "~/lib/meta";

let shownBy: PageDescription | undefined;

/** The title and description of a page, for browsers, search engines and link previews. Use it once per page. */
export function PageMeta(props: PageDescription) {
  if (isServer) {
    // The document writes the title and the tags last (src/entry-server.tsx).
    const context = getRequestEvent()?.locals.context;
    if (context) Object.assign(context, { meta: metaOf(props), isListed: !props.isUnlisted });
    return null;
  }
  createRenderEffect(() => {
    shownBy = props;
    show(metaOf(props));
  });
  // The next page may already have set its own title and tags.
  onCleanup(() => shownBy === props && show(DEFAULT_META));
  return null;
}

function show({ title, tags }: Meta): void {
  document.title = title;
  for (const [attribute, value, content] of tags) {
    const tag = document.head.querySelector(`meta[${attribute}="${value}"]`) ?? document.createElement("meta");
    tag.setAttribute(attribute, value);
    tag.setAttribute("content", content ?? "");
    if (content === undefined) tag.remove();
    else if (!tag.isConnected) document.head.append(tag);
  }
}
