// Each page while its scripts are still on their way: a press before they run is the browser's own and ends like any
// other. The other tests never press that early, because their presses wait for the scripts (tests/support/gate.ts).

import { expect, test } from "../../../tests/support/test.ts";
import { openLate, PRESSES } from "../support/late-scripts.ts";

test.use({ early: true });

for (const [name, press] of Object.entries(PRESSES))
  test(`${name}: a press before the scripts run is the browser's own, and ends the same`, { tag: press.tag }, async ({
    page,
    app,
    context,
  }) => {
    const { button, sent, release } = await openLate(page, app, context, press);
    await button.click();
    await press.expectResult(page);
    expect(sent).toHaveLength(1);
    release();
  });
