import { Title } from "@solidjs/meta";
import { children, type JSX, type ParentProps, Show } from "solid-js";
import appConfig from "../../app.config";
import { Mark } from "./Mark";

/** One centred card: a title that is the page's too, one quiet line, the content. */
export function Card(props: ParentProps<{ title: string; lead?: JSX.Element }>) {
  // Read once: JSX makes its elements anew each time it is read, which hydration does not survive.
  const lead = children(() => props.lead);
  return (
    <section class="card m-auto w-full max-w-96">
      <Title>{`${props.title} · ${appConfig.name}`}</Title>
      <Mark class="mb-5 size-9" />
      <h1>{props.title}</h1>
      <Show when={lead()}>
        <p class="mt-1.5 text-pretty text-muted">{lead()}</p>
      </Show>
      <div class="mt-6 grid gap-4">{props.children}</div>
    </section>
  );
}
