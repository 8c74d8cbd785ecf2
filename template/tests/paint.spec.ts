// When a first visit is painted over a slow network (template/paint.ts). It is a time: nothing else may run beside it.

import { spawnSync } from "node:child_process";
import { root } from "../../tests/support/app.ts";
import { expect, test } from "../../tests/support/test.ts";

test("npm run paint -w template: on slow 3G, a first visit to /sign-in is painted after one round trip of two seconds", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["template/paint.ts"], { cwd: root, encoding: "utf8" });
  const paints = [...stdout.matchAll(/^.*, first visit: (.*) s$/gm)].flatMap(([, list = ""]) =>
    list.split(" ").map(Number),
  );
  expect(paints, stderr).toHaveLength(6);
  for (const seconds of paints) expect(seconds).toBeLessThan(4);
});
