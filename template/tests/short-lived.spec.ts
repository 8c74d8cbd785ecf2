// Minor garbage collections free what a page has allocated (packages/start-kit/src/short-lived.ts).

import { pathToFileURL } from "node:url";
import { freePort, startApp } from "../../tests/support/app.ts";
import { expect, insertSession, test } from "../../tests/support/test.ts";

const WARM_UP = 500;
/** So many that about 1 MB, which V8 keeps once for the code that it compiles meanwhile, is a small part. */
const REQUESTS = 1000;
/** A page allocates more than 100 kB. The last ones may still be in use. */
const MAX_KEPT_BYTES = 5_000;

test("the home page, the sign-in page, the protected page and the account page leave next to nothing that only a full garbage collection frees", async () => {
  const heapPort = String(await freePort());
  const report = pathToFileURL(`${import.meta.dirname}/support/heap-report.ts`).href;
  const app = await startApp(undefined, { HEAP_PORT: heapPort, NODE_OPTIONS: `--import=${report}` });
  const cookie = `authjs.session-token=${(await insertSession(app)).sessionToken}`;
  // Users are redirected from the sign-in page.
  const headersFor = (path: string): HeadersInit => (path === "/sign-in" ? {} : { cookie });
  const load = async (path: string, times: number) => {
    for (let i = 0; i < times; i++) {
      const response = await fetch(app.origin + path, { headers: headersFor(path), redirect: "error" });
      expect(response.status).toBe(200);
      await response.text();
    }
  };
  const keptBytes = async () => Number(await (await fetch(`http://localhost:${heapPort}`)).text());

  for (const path of ["/", "/sign-in", "/protected", "/account"]) {
    await load(path, WARM_UP);
    await keptBytes();
    await load(path, REQUESTS);
    expect((await keptBytes()) / REQUESTS, path).toBeLessThan(MAX_KEPT_BYTES);
  }
  await app.stop();
});
