import { Meta, Title } from "@solidjs/meta";
import { Show } from "solid-js";
import appConfig from "../../app.config";

interface PageMetaProps {
  /** Without the application's name, which is added. */
  title: string;
  description?: string;
  /** Adds `noindex` for search engines. */
  isUnlisted?: boolean;
}

/** The title and description of a page, for browsers, search engines and link previews. Use it once per page. */
export function PageMeta(props: PageMetaProps) {
  const title = () => (props.title.includes(appConfig.name) ? props.title : `${props.title} · ${appConfig.name}`);
  return (
    <>
      <Title>{title()}</Title>
      <Meta property="og:title" content={title()} />
      <Show when={props.description}>
        {(description) => (
          <>
            <Meta name="description" content={description()} />
            <Meta property="og:description" content={description()} />
          </>
        )}
      </Show>
      <Show when={props.isUnlisted}>
        <Meta name="robots" content="noindex" />
      </Show>
    </>
  );
}
