// Minutes of load: long enough to tell a memory leak from a server that is warming up.

import { test } from "@playwright/test";
import { expectToStand } from "./support/load.ts";

test("every visitor gets only their own data under load for minutes, and memory use stays flat", async () => {
  await expectToStand({ seconds: 2 * 60, maxGrowthMb: 50 });
});
