// What pages know about the request: the signed-in user, and other data that depends on the visitor. The server sends
// what a page shows with the page. On a navigation within the application, and after an action, one query brings all.

import { createAsync, query, revalidate, useLocation } from "@solidjs/router";
import { type Accessor, createMemo, onMount, sharedConfig } from "solid-js";
import { getRequestEvent, isServer } from "solid-js/web";
import { anyone, runQuery } from "~/server/functions";
import { type PageData, readPageData } from "~/server/page-data";

export type { User } from "~/server/functions";
export type { PageData } from "~/server/page-data";

/** The id of the element with the page's data for the browser. */
export const PAGE_DATA_ID = "page-data";

/**
 * All data of a page that the browser renders. Visitors of a page that needs a user are redirected.
 *
 * @param page a path with its query
 */
export const pageData = query(async (page: string, needsUser?: boolean) => {
  "use server";
  return runQuery("page-data", anyone, () => readPageData(page, needsUser));
}, "page-data");

/** In the browser: the data of the current page. */
let current: Accessor<PageData | undefined>;

/** Keeps the data of the current page. The layout calls it, before anything reads the data. */
export function createPageData(): void {
  // The id that `createAsync` takes in the browser, so that both count alike.
  if (isServer) return void sharedConfig.getNextContextId();
  const location = useLocation();
  const page = () => location.pathname + location.search;
  const sent = sharedConfig.context && JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? "{}");
  if (sent) (query.set as (key: string, value: unknown) => void)(pageData.keyFor(page()), sent);
  // `createAsync` passes this option to `createResource`; its type does not include it. Nothing is pending then.
  const options = sent && { initialValue: sent, ssrLoadFrom: "initial" };
  current = createAsync(() => pageData(page()), options);
}

/** In the browser, when something is pressed: a value that the current page shows. */
export function shownPageData<Name extends keyof PageData>(name: Name): PageData[Name] | undefined {
  return current()?.[name];
}

/**
 * A value that depends on the visitor. It is available in the first render.
 *
 * ```tsx
 * const user = usePageData("user");
 * return <Show when={user()}>{(user) => <p>Hello, {user().name}</p>}</Show>;
 * ```
 */
export function usePageData<Name extends keyof PageData>(name: Name): Accessor<PageData[Name] | undefined> {
  if (isServer) return () => getRequestEvent()?.locals.context?.pageData?.read(name);
  // The first page came with what it showed. A component that only the browser renders may show more.
  if (!sharedConfig.context)
    onMount(() => {
      const data = current();
      if (data && !(name in data)) void revalidate(pageData.key);
    });
  return createMemo(() => current()?.[name]);
}
