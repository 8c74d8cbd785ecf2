// SPEC.md, FrameworkAuthConfig: `experimental.enableWebAuthn`. This needs a file of its own: the warning is logged once
// per process, and @auth/core remembers that it has seen a passkey provider.

import { expect, it, vi } from "vitest";
import { Passkey as PasskeyProvider } from "../../../src";
import { useApplication } from "../../support/application";

const OPTIONS = "/webauthn-options/passkey?action=authenticate";

const app = useApplication(() => ({ providers: [PasskeyProvider()] }));

function visitorWith(experimental?: { enableWebAuthn: boolean }) {
  const logger = { error: vi.fn(), warn: vi.fn(), debug() {} };
  return { visitor: app.visitor({ experimental, logger }), logger };
}

it.each([undefined, { enableWebAuthn: false }])(
  "a passkey provider with `experimental: %o` is an error of the configuration",
  async (experimental) => {
    const { visitor, logger } = visitorWith(experimental);
    for (const path of [OPTIONS, "/session", "/signin"]) expect((await visitor.get(path)).status).toBe(500);
    expect(logger.error.mock.lastCall?.[0]).toMatchObject({ type: "ExperimentalFeatureNotEnabled" });
    expect(visitor.cookies.size).toBe(0);
  },
);

it("enableWebAuthn turns passkeys on, and warns once per process", async () => {
  const [first, second] = [visitorWith({ enableWebAuthn: true }), visitorWith({ enableWebAuthn: true })];
  for (const { visitor } of [first, first, second]) expect((await visitor.get(OPTIONS)).status).toBe(200);
  expect(first.logger.warn.mock.calls).toEqual([["experimental-webauthn"]]);
  expect(second.logger.warn).not.toHaveBeenCalled();
});
