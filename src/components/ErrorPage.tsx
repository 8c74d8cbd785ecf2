// Replaces a page, or a part of it, that could not be rendered.

import { useLocation } from "@solidjs/router";
import { HttpStatusCode } from "@solidjs/start";
import { createEffect, createSignal, on, onCleanup, onMount, Show } from "solid-js";
import { isServer } from "solid-js/web";
import { isOfNewerBuild, isRenderedAnew, loadNewerBuild } from "start-kit/browser";
import { FILE_CHANGED } from "~/lib/development";
import { failureOf, logError } from "~/lib/failures";
import { brokenText, newerBuildText, pageText } from "~/messages/errors";
import { Button } from "./ui/Button";
import { Card } from "./ui/Card";
import { ErrorDetails } from "./ui/ErrorDetails";

/** @param props `reset` renders the failed part again, after a navigation to another page */
export function ErrorPage(props: { error: Error; reset: () => void }) {
  const location = useLocation();
  const page = location.pathname + location.search;
  const failure = failureOf(props.error);
  const { status, isVisitors, isLogged } = failure;
  // Rendering has failed in the browser.
  if (!isServer && !isLogged && isRenderedAnew(props.error, page)) return;
  createEffect(on(() => location.pathname + location.search, props.reset, { defer: true }));
  const [isOutdated, setOutdated] = createSignal(false);
  const text = () => (isOutdated() ? newerBuildText : pageText(failure));
  onMount(async () => (await isOfNewerBuild(props.error)) && setOutdated(!loadNewerBuild(page)));
  logError(props.error);
  reloadAfterChange();
  const isForbidden = isVisitors && status === 403;
  return (
    <Card title={text().title} lead={text().text || undefined}>
      <HttpStatusCode code={status >= 400 ? status : 500} />
      <Show when={!isForbidden}>
        <ErrorDetails stack={props.error.stack || props.error.message} />
        <Button href={page} rel="external" isWide>
          {brokenText.again}
        </Button>
      </Show>
      <Button href="/" variant={isForbidden ? "default" : "outline"} isWide>
        {brokenText.home}
      </Button>
    </Card>
  );
}

/** In development, a changed file may be the fix. */
function reloadAfterChange(): void {
  if (!import.meta.hot || isServer) return;
  const reload = () => location.reload();
  import.meta.hot.on(FILE_CHANGED, reload);
  onCleanup(() => import.meta.hot?.off(FILE_CHANGED, reload));
}
