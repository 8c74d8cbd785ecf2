// What the request that starts a sign-in may put into the provider's URL.

import { describe, expect, it } from "vitest";
import { signIn } from "../../../src";
import { useApplication } from "../../support/application";
import { useOAuth } from "../../support/peers";
import { errorOf } from "../../support/visitor";

const oauth = useOAuth();
const app = useApplication(() => ({
  providers: [oauth.provider(), oauth.provider({ id: "unchecked", checks: ["none"] })],
}));

/** The protocol's own parameters, with an attacker's values. */
const FORGED = Object.fromEntries(
  [
    ...["client_id", "code_challenge", "code_challenge_method", "dpop_jkt", "nonce", "redirect_uri"],
    ...["registration", "request", "request_uri", "response_mode", "response_type", "state"],
  ].map((name) => [name, "https://attacker.example/"]),
);

describe.each(["custom", "unchecked"])("the protocol's own parameters, at the provider %s,", (provider) => {
  it("keep the application's values, whatever the visitor's request or a form action says, which may set others", async () => {
    const visitor = app.visitor();
    const others = { prompt: "login", scope: "openid email", login_hint: "ada" };
    const { location } = await visitor.post(`/signin/${provider}?${new URLSearchParams({ ...FORGED, ...others })}`);
    expect(location?.href).not.toContain("attacker");
    expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject(others);
    const own = (await app.visitor().post(`/signin/${provider}`)).location?.searchParams.keys() ?? [];
    const names = new Set([...own, ...Object.keys(others)]);
    expect(new Set(location?.searchParams.keys())).toEqual(names);
    const answer = await visitor.get(`/callback/${provider}?code=code&state=${location?.searchParams.get("state")}`);
    expect(errorOf(answer)).toBeNull();
    const { result } = await app
      .visitor()
      .answering((request) => signIn(request, app.config, provider, {}, { ...FORGED, ...others }));
    expect(result).not.toContain("attacker");
    expect(new URL(result).searchParams.get("login_hint")).toBe("ada");
  });
});
