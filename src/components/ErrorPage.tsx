// Replaces a page, or a part of it, that could not be rendered.

import { useLocation } from "@solidjs/router";
import { HttpStatusCode } from "@solidjs/start";
import { createEffect, createSignal, on, onCleanup, onMount, Show } from "solid-js";
import { isServer } from "solid-js/web";
import { FILE_CHANGED } from "~/lib/development";
import { isWithheld, logError } from "~/lib/errors";
import { refusalStatus } from "~/lib/forbidden";
import { isOfNewerBuild, isRenderedAnew, isUnanswered, loadNewerBuild } from "~/lib/kit";
import { brokenText } from "~/messages/errors";
import { forbiddenText } from "~/messages/forbidden";
import { newerBuildText, unreachableText } from "~/messages/unreachable";
import { AuthErrorCard } from "./AuthErrorCard";
import { Button } from "./ui/Button";
import { Card } from "./ui/Card";
import { ErrorDetails } from "./ui/ErrorDetails";

const isUnreachable = (error: Error) => !isServer && isUnanswered(error);

/** Whether rendering has failed in the browser: not on the server, and not for lack of an answer. */
const isOfBrowser = (error: Error) => !isServer && !isWithheld(error) && !isUnreachable(error);

/** @param props `reset` renders the failed part again, on navigation to another page */
export function ErrorPage(props: { error: Error; reset: () => void }) {
  const location = useLocation();
  const page = location.pathname + location.search;
  const refusal = refusalStatus(props.error);
  if (!refusal && isOfBrowser(props.error) && isRenderedAnew(props.error, page)) return;
  createEffect(on(() => location.pathname + location.search, props.reset, { defer: true }));
  const [isOutdated, setOutdated] = createSignal(false);
  const text = (): { title: string; text?: string } => {
    if (refusal) return { title: props.error.message };
    if (isOutdated()) return newerBuildText;
    return isUnreachable(props.error) ? unreachableText : brokenText;
  };
  onMount(async () => (await isOfNewerBuild(props.error)) && setOutdated(!loadNewerBuild(page)));
  logError(props.error);
  reloadAfterChange();
  return (
    <Show when={refusal !== 403} fallback={<AuthErrorCard text={forbiddenText} />}>
      <Card title={text().title} lead={text().text}>
        <HttpStatusCode code={refusal ?? 500} />
        <ErrorDetails stack={props.error.stack || props.error.message} />
        <Button href={page} rel="external" isWide>
          {brokenText.again}
        </Button>
        <Button href="/" variant="outline" isWide>
          {brokenText.home}
        </Button>
      </Card>
    </Show>
  );
}

/** In development: the changed file may be the fix. */
function reloadAfterChange(): void {
  if (!import.meta.hot || isServer) return;
  const reload = () => location.reload();
  import.meta.hot.on(FILE_CHANGED, reload);
  onCleanup(() => import.meta.hot?.off(FILE_CHANGED, reload));
}
