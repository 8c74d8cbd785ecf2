// A page that shows `useSession`, and gives the tests the functions of the layer's client.

import type { Changes } from "./variants.ts";

const PAGE = `
import { onMount } from "solid-js";
import * as client from "solid-authjs/client";

export default function Lab() {
  const session = client.useSession();
  onMount(() => Object.assign(window, { client }));
  return <output>{session() === undefined ? "unknown" : session()?.user?.email ?? "nobody"}</output>;
}
`;

export const CLIENT_PAGE: Changes = [{ file: "src/routes/lab.tsx", from: "", to: PAGE }];
