// A page that shows `useSession`, and gives the tests the functions of the layer's client; and a page that waits for
// two queries, of which one is known from the page before.

import { type Changes, newFile } from "./changes.ts";

const LAB = `
import { onMount } from "solid-js";
import * as client from "solid-authjs/client";

export default function Lab() {
  const session = client.useSession();
  onMount(() => Object.assign(window, { client }));
  return <output>{session() === undefined ? "unknown" : session()?.user?.email ?? "nobody"}</output>;
}
`;

const QUERY = `
import { query } from "@solidjs/router";
import { anyone, runQuery } from "~/server/functions";

export const slow = query(async (ms: number) => {
  "use server";
  return runQuery(anyone, async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return "here";
  });
}, "slow");
`;

const ONE = `
import { createAsync } from "@solidjs/router";
import { slow } from "~/slow";

export default function One() {
  const known = createAsync(() => slow(0));
  return <p>{known()} <a href="/both">Both</a></p>;
}
`;

const BOTH = `
import { createAsync } from "@solidjs/router";
import { Show } from "solid-js";
import { slow } from "~/slow";

export default function Both() {
  const first = createAsync(() => slow(300));
  const second = createAsync(() => slow(0));
  return <Show when={first() && second()}><h1>Both are {second()}</h1></Show>;
}
`;

export const CLIENT_PAGE: Changes = [
  newFile("routes/lab.tsx", LAB),
  newFile("slow.ts", QUERY),
  newFile("routes/one.tsx", ONE),
  newFile("routes/both.tsx", BOTH),
];
