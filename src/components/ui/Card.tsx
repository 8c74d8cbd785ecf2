import { children, type JSX, type ParentProps, Show } from "solid-js";
import { Logo } from "./Logo";
import { PageMeta } from "./PageMeta";

interface CardProps extends ParentProps {
  title: string;
  lead?: JSX.Element;
  /** The description for search engines. A page without a description is `noindex`. */
  description?: string;
}

/** A centred card with a title, which is also the page's title, one line of text, and the content. */
export function Card(props: CardProps) {
  // Read once: each read of JSX creates new elements, which breaks hydration.
  const lead = children(() => props.lead);
  return (
    <section class="card m-auto w-full max-w-96 has-[pre]:max-w-5xl">
      <PageMeta title={props.title} description={props.description} isUnlisted={!props.description} />
      <Logo class="mb-5 size-9" />
      <h1>{props.title}</h1>
      <Show when={lead()}>
        <p class="mt-1.5 wrap-anywhere text-pretty text-muted-foreground">{lead()}</p>
      </Show>
      <div class="mt-6 grid gap-4">{props.children}</div>
    </section>
  );
}
