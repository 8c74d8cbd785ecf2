// Requests that another site makes with the visitor's cookies.

import { beforeAll, expect, it } from "vitest";
import { SIGN_IN_METHODS } from "~/server/auth/sign-in-methods";
import { sameOrigin } from "../../../packages/start-kit/src/same-origin";
import { newDatabase } from "../../support/adapter";
import { inRequest, ORIGIN, useApplication } from "../../support/request";

beforeAll(async () => {
  useApplication({ url: await newDatabase() }, { AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret" });
});

const OWN = { origin: ORIGIN, "sec-fetch-site": "same-origin" };
const EVIL = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
const IMAGE = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
const LINK = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

const BEARER = { authorization: "Bearer token" };

const hasGitHub = SIGN_IN_METHODS.some(({ id }) => id === "github");

/** @returns the status with which a request is refused; undefined if it passes */
async function refusal(method: string, path: string, headers: Record<string, string>): Promise<number | undefined> {
  const [{ origins: options }, { requestContext }] = await Promise.all([
    import("~/server/middleware/same-origin"),
    import("~/server/http/request-context"),
  ]);
  const middleware = sameOrigin(requestContext, options);
  const request = new Request(ORIGIN + path, { method, headers });
  const answer = await inRequest(request, () => middleware({ req: request } as never, () => undefined));
  return answer instanceof Response ? answer.status : undefined;
}

it.each<[string, string, Record<string, string>]>([
  ["POST", "/api/theme", EVIL],
  ["POST", "/api/theme", { origin: EVIL.origin }],
  ["POST", "/api/theme", { origin: "null" }],
  ["POST", "/api/theme", { origin: `${ORIGIN}.evil.example` }],
  ["POST", "/api/theme", { "sec-fetch-site": "cross-site" }],
  ["POST", "/api/theme", { "sec-fetch-site": "same-site" }],
  ["POST", "/api/theme", { origin: ORIGIN, "sec-fetch-site": "cross-site" }],
  ["POST", "/api/theme", { origin: ORIGIN, "sec-fetch-site": "same-site" }],
  ["POST", "/api/theme", { origin: ORIGIN, "sec-fetch-site": "same-origin, cross-site" }],
  ["POST", "/api/theme", { ...EVIL, ...BEARER, cookie: "authjs.session-token=x" }],
  // A browser repeats such a password by itself.
  ["POST", "/api/theme", { ...EVIL, authorization: "Basic dXNlcjpwYXNzd29yZA==" }],
  // An older browser, or plain http.
  ["POST", "/_server", { origin: "null" }],
  ["POST", "/api/auth/signin/github", EVIL],
  ["POST", "/api/auth/callback/email", EVIL],
  ["POST", "/_server", EVIL],
  ["GET", "/_server?id=x", IMAGE],
  ["GET", "/api/auth/signin/github", IMAGE],
  ["GET", "/api/auth/webauthn-options/passkey", LINK],
  ["HEAD", "/api/auth/webauthn-options/passkey", LINK],
  ["GET", "/api/auth/callback/email", LINK],
  ["GET", "/api/auth/callback/passkey", { ...LINK, "sec-fetch-site": "same-site" }],
  // What a page sends by itself would use up the limits of its visitor.
  ["POST", "/api/auth/callback/github", { ...EVIL, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "empty" }],
  ["POST", "/api/auth/callback/github", { ...EVIL, "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }],
])("a request is refused: %s %s %o", async (method, path, headers) => {
  expect(await refusal(method, path, headers)).toBe(403);
});

it.each<[string, string, Record<string, string>]>([
  ["POST", "/api/theme", OWN],
  ["POST", "/api/theme", {}],
  ["POST", "/api/theme", { "sec-fetch-site": "none" }],
  ["POST", "/api/theme", { origin: ORIGIN }],
  ["POST", "/api/theme", { ...EVIL, ...BEARER }],
  // A privacy setting, and GitHub Codespaces, whose proxy writes the address behind it into Origin.
  ["POST", "/api/theme", { ...OWN, origin: "null" }],
  ["POST", "/api/auth/signin/email", { ...OWN, origin: "http://localhost:3999" }],
  ["POST", "/_server", { ...OWN, origin: "null" }],
  // A provider may post its answer, which is checked by state, nonce or PKCE. A clone may have no GitHub.
  ["POST", "/api/auth/callback/github", hasGitHub ? EVIL : OWN],
  ["GET", "/api/auth/callback/github", hasGitHub ? LINK : OWN],
  ["GET", "/api/auth/callback/email", { ...LINK, "sec-fetch-site": "none" }],
  ["GET", "/api/auth/webauthn-options/passkey", { ...OWN, "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }],
  // After a link on another site, a browser renews its proof in that site's name.
  ["POST", "/api/auth/device-bound-session", EVIL],
  ["GET", "/_server?id=x", { ...OWN, "sec-fetch-mode": "cors" }],
  ["GET", "/account", LINK],
])("a request that changes nothing, or is this site's, is answered: %s %s %o", async (method, path, headers) => {
  expect(await refusal(method, path, headers)).toBeUndefined();
});

it("the address of a form's answer, entered again, leads to the home page", async () => {
  expect(await refusal("GET", "/_server?id=x", { ...OWN, "sec-fetch-mode": "navigate" })).toBe(302);
  expect(await refusal("GET", "/_server?id=x", { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" })).toBe(302);
});
