// A page with links to pages whose queries are slow, the try to sign out while these load, and a page that waits for
// two queries, of which one is known from the other page.

import type { BrowserContext, Page } from "@playwright/test";
import { claimed, expect, sessionCookie } from "../../../tests/support/test.ts";
import { atNight } from "../../night.ts";
import type { Changes } from "./variants.ts";

const PAGE = `
import { createAsync, type RouteDefinition } from "@solidjs/router";
import { For } from "solid-js";
import { slow } from "~/slow";

export const route = { preload: ({ params }) => void slow(Number(params.ms)) } satisfies RouteDefinition;

export default function Slow() {
  const email = createAsync(() => slow(0));
  return (
    <main>
      <p>{email()}</p>
      <For each={[0, 10, 30, 90]}>{(ms) => <a href={"/slow/" + ms}>{ms}</a>}</For>
      <a href="/both">Both</a>
    </main>
  );
}
`;

const QUERY = `
import { query } from "@solidjs/router";
import { runQuery, user } from "~/server/functions";

export const slow = query(async (ms: number) => {
  "use server";
  return runQuery(user("/slow/0"), async ({ email }) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return email;
  });
}, "slow");
`;

const BOTH = `
import { createAsync } from "@solidjs/router";
import { Show } from "solid-js";
import { slow } from "~/slow";

export default function Both() {
  const first = createAsync(() => slow(300));
  const second = createAsync(() => slow(0));
  return <Show when={first() && second()}><h1>Both are {first() === second() ? "here" : "different"}</h1></Show>;
}
`;

export const SLOW_PAGE: Changes = [
  { file: "src/slow.ts", from: "", to: QUERY },
  { file: "src/routes/slow/[ms].tsx", from: "", to: PAGE },
  { file: "src/routes/both.tsx", from: "", to: BOTH },
];

/** @param signIn gives the browser a session */
export async function expectSignedOut(page: Page, context: BrowserContext, signIn: () => Promise<void>): Promise<void> {
  for (let left = atNight(200, 10); left > 0; left--) {
    await signIn();
    await page.goto("/slow/0");
    await claimed(page);
    const home = page.waitForURL("/");
    await page.getByRole("link", { name: "90" }).evaluate((link) => {
      // The router preloads for events with a button alone, and after a move only the last link's page.
      for (const each of link.parentElement?.querySelectorAll("a") ?? [])
        each.dispatchEvent(new MouseEvent("focusin", { bubbles: true }));
      document.querySelector<HTMLFormElement>('form[action="/api/auth/signout"]')?.requestSubmit();
    });
    await home;
    expect(await sessionCookie(context), `with ${left} left`).toBeUndefined();
    await expect(page.getByRole("link", { name: "Sign in", exact: true })).toBeVisible();
  }
}
