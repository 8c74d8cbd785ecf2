// An owner's stream behind nginx, as docs/deploy/server.md configures it. (Methods and other sites:
// tests/routes/api.spec.ts.)

import { ended, freePort, startApp, withoutRequests } from "../../tests/support/app.ts";
import { buildVariant } from "../../tests/support/copies.ts";
import { expect, test } from "../../tests/support/test.ts";
import { plainConfiguration, startNginx } from "./support/nginx.ts";
import { LAB } from "./support/variants.ts";

test("server-sent events arrive at once, and a client that leaves is no error", async () => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const app = await startApp(buildVariant(LAB), { AUTH_URL: origin });
  const nginx = startNginx(plainConfiguration(port, [new URL(app.origin).host.replace("localhost", "127.0.0.1")]));
  try {
    await expect.poll(() => fetch(`${origin}/api/health`).then(({ status }) => status, String)).toBe(200);
    const seen = (await app.log()).length;
    for (const from of [origin, app.origin]) {
      const response = await fetch(`${from}/api/events`);
      const reader = response.body?.getReader();
      const { value } = (await reader?.read()) ?? {};
      // nginx would collect them until it has 16 KB, and so would pass on many of them together.
      expect(new TextDecoder().decode(value), from).toMatch(/^data: begun\n\n/);
      expect(value?.length, from).toBeLessThan(1024);
      await reader?.cancel();
    }
    // A stream that goes on without its client would be cut at the limit, with a warning.
    await app.terminate();
    const entries = withoutRequests((await app.log()).slice(seen));
    expect(entries.filter((entry) => !entry.includes(" info stopping: "))).toEqual([]);
  } finally {
    await ended(nginx);
    await app.stop();
  }
});
