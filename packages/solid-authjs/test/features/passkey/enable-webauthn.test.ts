// SPEC.md, FrameworkAuthConfig: `experimental.enableWebAuthn`. This needs a file of its own: the warning is logged once
// per process, and @auth/core remembers that it has seen a passkey provider.

import { describe, expect, it, vi } from "vitest";
import { Passkey as PasskeyProvider, SolidAuth } from "../../../src";
import { useApplication } from "../../support/application";
import { ORIGIN, Visitor } from "../../support/visitor";

const app = useApplication();

function configWith(enableWebAuthn: boolean | undefined, logger = { error: vi.fn(), warn: vi.fn(), debug() {} }) {
  const experimental = enableWebAuthn === undefined ? undefined : { enableWebAuthn };
  return { config: { ...app.config, providers: [PasskeyProvider()], experimental, logger }, logger };
}

const OPTIONS = "/webauthn-options/passkey?action=authenticate";

describe("experimental.enableWebAuthn", () => {
  it.each([
    ["by default", undefined],
    ["when false", false],
  ])("a passkey provider is an error of the configuration %s", async (_when, enabled) => {
    const { config, logger } = configWith(enabled);
    const visitor = new Visitor(config);
    for (const path of [OPTIONS, "/session", "/signin"]) expect((await visitor.get(path)).status).toBe(500);
    expect(logger.error.mock.lastCall?.[0]).toMatchObject({ type: "ExperimentalFeatureNotEnabled" });
    expect(visitor.cookies.size).toBe(0);
  });

  it("returns passkey options when on, and warns once per process", async () => {
    const first = configWith(true);
    const visitor = new Visitor(first.config);
    const { action, options } = await (await visitor.get(OPTIONS)).json();
    expect(action).toBe("authenticate");
    expect(options.rpId).toBe(new URL(ORIGIN).hostname);
    await visitor.get(OPTIONS);
    expect(first.logger.warn.mock.calls).toEqual([["experimental-webauthn"]]);

    const second = configWith(true);
    await SolidAuth(second.config).GET({ request: new Request(`${ORIGIN}/api/auth/session`) });
    expect(second.logger.warn).not.toHaveBeenCalled();
  });
});
