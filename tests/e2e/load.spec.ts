// Load for a few seconds, with every run. For minutes: tests/template/load.spec.ts.

import { expectToStand } from "../support/load.ts";
import { test } from "../support/test.ts";

test("under load, with every third request an attacker's, visitors are served, each as nobody but themselves", async () => {
  test.setTimeout(60_000);
  // The server is warming up, so it grows; the long form knows by how much it may afterwards.
  await expectToStand({ seconds: 10, maxGrowthMb: 200 });
});
