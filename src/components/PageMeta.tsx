import { Meta, Title } from "@solidjs/meta";
import { Show } from "solid-js";
import appConfig from "../../app.config";

interface PageMetaProps {
  /** Without the application's name; that is added. */
  title: string;
  description?: string;
  /** Nothing for search engines. */
  isUnlisted?: boolean;
}

/** What browsers, search engines and those who show links to it say about a page. Once a page. */
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
