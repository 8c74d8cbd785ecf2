// What pages know about the request: the signed-in user, and other data that depends on the visitor.

import { createAsync, query } from "@solidjs/router";
import { emailOrNull } from "solid-auth";
import { type Accessor, sharedConfig } from "solid-js";
import { getRequestEvent, isServer } from "solid-js/web";
import { anyone, runQuery, user } from "~/server/functions";
import { isPageData, type PageData, readPageData } from "~/server/page-data";

export type { User } from "~/server/functions";
export type { PageData } from "~/server/page-data";

/** The id of the element with the page's data for the browser. */
export const PAGE_DATA_ID = "page-data";

/** One value of the page data. The browser calls it on navigations within the application. */
export const pageData = query(async <Name extends keyof PageData>(name: Name) => {
  "use server";
  return runQuery("page-data", anyone, () => (isPageData(name) ? readPageData(name) : undefined));
}, "page-data");

/**
 * A value that depends on the visitor. It is available in the first render.
 *
 * ```tsx
 * const user = usePageData("user");
 * return <Show when={user()}>{(user) => <p>Hello, {user().name}</p>}</Show>;
 * ```
 */
export function usePageData<Name extends keyof PageData>(name: Name): Accessor<PageData[Name] | undefined> {
  const load = () => pageData(name) as Promise<PageData[Name]>;
  keys[name] ??= pageData.keyFor(name);
  return createKnownAsync(load, keys[name], knownPageData(name));
}

const keys: { [Name in keyof PageData]?: string } = {};

/**
 * Loads values early on navigations within the application, for the `preload` of a route. On the server they are there
 * already.
 */
export function preloadPageData(...names: (keyof PageData)[]): void {
  if (!isServer) for (const name of names) void pageData(name);
}

/** The signed-in user, for a page that needs one. Other visitors are redirected to sign in. */
export const currentUser = query(async (page: string) => {
  "use server";
  return runQuery("user", user(page), (found) => found);
}, "user");

/** @param page the page that needs the user: a path with its query */
export function useCurrentUser(page: Accessor<string>) {
  return createKnownAsync(() => currentUser(page()), currentUser.keyFor(page()), knownPageData("user") ?? undefined);
}

/** @returns the normalised email address from a link; null if it contains none */
export const addressInLink = query(async (text: string | undefined) => {
  "use server";
  return runQuery("address-in-link", anyone, () => emailOrNull(text));
}, "address-in-link");

/** @returns undefined if the value has to be requested */
function knownPageData<Name extends keyof PageData>(name: Name): PageData[Name] | undefined {
  if (isServer) return getRequestEvent()?.locals.context?.pageData?.read(name);
  return sharedConfig.context ? sentPageData()[name] : undefined;
}

let sent: Partial<PageData> | undefined;

/** The data that was sent with the page. The browser reads it once, while it hydrates the page. */
function sentPageData(): Partial<PageData> {
  sent ??= JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent || "{}") as Partial<PageData>;
  return sent;
}

/**
 * `createAsync` with a first value that may be known. If it is, nothing is pending, neither on the server nor in the
 * browser.
 */
function createKnownAsync<T>(load: () => Promise<T>, key: string, known: T | undefined): Accessor<T | undefined> {
  if (known === undefined) return createAsync(load, { deferStream: true });
  // For other components of this page with the same query.
  (query.set as (key: string, value: unknown) => void)(key, known);
  if (isServer) {
    // The id that `createAsync` takes in the browser, so that both count alike. Nothing else of it is needed here.
    sharedConfig.getNextContextId();
    return () => known;
  }
  // `createAsync` passes this option to `createResource`; its type does not include it.
  const options = { initialValue: known, ssrLoadFrom: "initial" } as { initialValue: T };
  return createAsync<T>(load, options);
}
