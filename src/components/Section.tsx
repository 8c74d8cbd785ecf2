import { type ParentProps, Show } from "solid-js";
import { accountText } from "~/messages/account";
import { useSession } from "~/session";

/**
 * A section of a page with its own heading. After a fresh sign-in that a press here needed, it asks to press again.
 *
 * @param props `id` is the fragment that leads to it; `isDangerous` sets it apart
 */
export function Section(props: ParentProps<{ id: string; title: string; isDangerous?: boolean }>) {
  const session = useSession();
  const pending = () => session()?.pendingAction;
  const isPending = () => pending()?.section === props.id;
  const button = () => pending()?.fields.open;
  return (
    <section aria-labelledby={props.id} class="grid gap-3">
      {/* With a tabindex, because browsers move the focus to a fragment only if it can be focused. */}
      <h2
        id={props.id}
        tabindex="-1"
        aria-describedby={isPending() ? `${props.id}-again` : undefined}
        class="scroll-mt-8 justify-self-start rounded outline-offset-4"
      >
        {props.title}
      </h2>
      <Show when={isPending()}>
        <p id={`${props.id}-again`} class="text-sm text-good">
          {accountText.pressAgain(button())}
        </p>
      </Show>
      <div
        class={`rounded-lg border bg-card shadow-card dark:shadow-none ${props.isDangerous ? "border-destructive/35" : "border-border"}`}
      >
        {props.children}
      </div>
    </section>
  );
}
