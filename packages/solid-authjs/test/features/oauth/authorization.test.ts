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
const FORGED = {
  client_id: "attacker",
  code_challenge: "attacker",
  code_challenge_method: "attacker",
  dpop_jkt: "attacker",
  nonce: "attacker",
  redirect_uri: "https://attacker.example/",
  registration: "attacker",
  request: "attacker",
  request_uri: "https://attacker.example/",
  response_mode: "attacker",
  response_type: "attacker",
  state: "attacker",
};

describe.each(["custom", "unchecked"])("the protocol's own parameters, at the provider %s,", (provider) => {
  it("keep the application's values, whatever the visitor's request says", async () => {
    const visitor = app.visitor();
    const { location } = await visitor.post(`/signin/${provider}?${new URLSearchParams(FORGED)}`);
    expect(location?.href).not.toContain("attacker");
    const { searchParams } = (await app.visitor().post(`/signin/${provider}`)).location ?? new URL("about:blank");
    expect([...(location?.searchParams.keys() ?? [])]).toEqual([...searchParams.keys()]);
    const answer = await visitor.get(`/callback/${provider}?code=code&state=${location?.searchParams.get("state")}`);
    expect(errorOf(answer)).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it("keep the application's values, whatever a form action was given", async () => {
    const { result } = await app
      .visitor()
      .answering((request) => signIn(request, app.config, provider, {}, { ...FORGED, login_hint: "ada" }));
    expect(result).not.toContain("attacker");
    expect(new URL(result).searchParams.get("login_hint")).toBe("ada");
  });

  it("leave others to the application's forms, such as `prompt` and `scope`", async () => {
    const { location } = await app.visitor().post(`/signin/${provider}?prompt=login&scope=openid+email&login_hint=ada`);
    const sent = Object.fromEntries(location?.searchParams ?? []);
    expect(sent).toMatchObject({ prompt: "login", scope: "openid email", login_hint: "ada" });
  });
});

it("a provider's name that is not well-formed is refused as an unknown one", async () => {
  const pending = app.visitor().answering((request) => signIn(request, app.config, "\ud800"));
  await expect(pending).rejects.toMatchObject({ type: "InvalidProvider" });
});
