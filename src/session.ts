// The bridge between pages and the request: who is signed in, and what else pages show that depends on the visitor.

import { createAsync, query } from "@solidjs/router";
import { type Accessor, sharedConfig } from "solid-js";
import { getRequestEvent, isServer } from "solid-js/web";
import { auth } from "~/server/auth/config";
import { anyone, runQuery, user } from "~/server/functions";
import { isPageData, type PageData, readPageData } from "~/server/functions/page-data";
import { currentRequest } from "~/server/http/request-context";
import { emailOrNull } from "~/solid-auth";

export type { User } from "~/server/functions";

/** Where the page keeps its data for the browser. */
export const PAGE_DATA_ID = "page-data";

/** One value of what pages show. Called by the browser, on its way from page to page. */
export const pageData = query(async <Name extends keyof PageData>(name: Name) => {
  "use server";
  return runQuery("page-data", anyone, () => (isPageData(name) ? readPageData(name) : undefined));
}, "page-data");

/**
 * What a page shows that depends on the visitor. It is there from the first moment: nothing has to be waited for.
 *
 * ```tsx
 * const user = usePageData("user");
 * return <Show when={user()}>{(user) => <p>Hello, {user().name}</p>}</Show>;
 * ```
 */
export function usePageData<Name extends keyof PageData>(name: Name): Accessor<PageData[Name] | undefined> {
  const load = () => pageData(name) as Promise<PageData[Name]>;
  return createKnownAsync(load, pageData.keyFor(name), knownPageData(name));
}

/** The signed-in user, for a page that shows nothing without one. Everybody else is sent to sign in. */
export const currentUser = query(async (page: string) => {
  "use server";
  return runQuery("user", user(page), (found) => found);
}, "user");

/** @param page the page that needs the user: a path with its query */
export function useCurrentUser(page: Accessor<string>) {
  return createKnownAsync(() => currentUser(page()), currentUser.keyFor(page()), knownPageData("user") ?? undefined);
}

/** The token that a form sends to the auth route. */
export const csrfToken = query(async () => {
  "use server";
  return runQuery("csrf-token", anyone, () => auth.getCsrfToken(currentRequest()));
}, "csrf-token");

/** @returns the e-mail address that a link names, in its normal spelling; null where it names none */
export const addressInLink = query(async (text: string | undefined) => {
  "use server";
  return runQuery("address-in-link", anyone, () => emailOrNull(text));
}, "address-in-link");

/** @returns undefined where the value has to be asked for */
function knownPageData<Name extends keyof PageData>(name: Name): PageData[Name] | undefined {
  if (isServer) return getRequestEvent()?.locals.context?.pageData?.read(name);
  return sharedConfig.context ? sentPageData()[name] : undefined;
}

let sent: Partial<PageData> | undefined;

/** What came with the page. The browser takes it over once, together with the page's HTML. */
function sentPageData(): Partial<PageData> {
  sent ??= JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent || "{}") as Partial<PageData>;
  return sent;
}

/** `createAsync`, whose first value may be known already. Then nothing is pending, neither here nor on the other side. */
function createKnownAsync<T>(load: () => Promise<T>, key: string, known: T | undefined): Accessor<T | undefined> {
  if (known === undefined) return createAsync(load, { deferStream: true });
  // For others who ask the same in this page.
  (query.set as (key: string, value: unknown) => void)(key, known);
  // `createAsync` hands this option on to `createResource`; its type does not say so.
  const options = { initialValue: known, ssrLoadFrom: "initial" } as { initialValue: T };
  return createAsync<T>(load, options);
}
