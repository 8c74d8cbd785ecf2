// The bounds of what visitors send: bodies and headers.

import { expect, test } from "../../tests/support/test.ts";
import { exchange, type RawRequest, write } from "./support/raw-http.ts";

const MAX_BODY_BYTES = 64 * 1024;

const ask = (origin: string, request: Partial<RawRequest>) =>
  exchange(origin, write({ method: "POST", target: "/", headers: [], body: "", ...request }, origin));

test("a body that is too large is refused before it is read, and one without Content-Length is refused once it is", async ({
  app,
}) => {
  const chunks = `4000\r\n${"x".repeat(0x4000)}\r\n`.repeat(5);
  // Every kind of route that takes a POST, and one that does not.
  for (const target of [
    "/api/auth/signin/email",
    "/api/auth/callback/passkey",
    "/_server?id=x",
    "/sign-in",
    "/no/such",
  ]) {
    const headers = ["Content-Type: application/json", "Accept: text/html", `Content-Length: ${MAX_BODY_BYTES + 1}`];
    const long = await ask(app.origin, { target, headers });
    expect(long, target).toMatchObject({
      status: 413,
      text: expect.stringContaining("larger than this site accepts."),
    });
    const chunked = ["Content-Type: application/x-www-form-urlencoded", "Transfer-Encoding: chunked"];
    expect((await ask(app.origin, { target, headers: chunked, body: chunks }))?.status, target).toBe(413);
  }
});

test("headers and cookies above 16 KB are refused, as is malformed HTTP", async ({ app }) => {
  const cookie = await ask(app.origin, { method: "GET", headers: [`Cookie: a=${"x".repeat(20_000)}`] });
  expect(cookie?.status).toBe(431);
  const both = ["Content-Length: 3", "Transfer-Encoding: chunked"];
  expect((await ask(app.origin, { headers: both, body: "0\r\n\r\n" }))?.status).toBe(400);
  for (const rubbish of ["GET / HTTP/1.1\r\n\r\n", "rubbish\r\n\r\n"])
    expect((await exchange(app.origin, rubbish))?.status, rubbish).toBe(400);
  expect((await fetch(`${app.origin}/api/health`)).status).toBe(200);
});
