// SPEC.md, FrameworkAuthConfig: `debug` and `logger`. A warning is logged once per process, so each test that counts
// one has a code of its own.

import { skipCSRFCheck } from "@auth/core";
import { OAuthCallbackError } from "@auth/core/errors";
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from "vitest";
import type { SolidAuthConfig } from "../../src";
import { coreLogger } from "../../src/core/logger";
import { visitorErrorOf } from "../../src/visitor-errors";
import { EMAIL, useApplication } from "../support/application";
import type { Visitor } from "../support/visitor";

const app = useApplication();
let consoleOf: Record<"error" | "warn" | "debug" | "log", Mock>;

beforeEach(() => {
  const silenced = (level: "error" | "warn" | "debug" | "log") => vi.spyOn(console, level).mockImplementation(() => {});
  consoleOf = { error: silenced("error"), warn: silenced("warn"), debug: silenced("debug"), log: silenced("log") };
});
afterEach(() => void vi.restoreAllMocks());

function visitorOf(options: Partial<SolidAuthConfig> = {}): Visitor {
  return app.visitor({ logger: undefined, ...options });
}

/** Opens a link that was never sent. */
function spendNothing(visitor: Visitor) {
  return visitor.post("/callback/email", { token: "none", email: EMAIL });
}

function askForLink(visitor: Visitor) {
  return visitor.post("/signin/email", { email: EMAIL });
}

describe("logger", () => {
  it("gets the code with which the token endpoint of Microsoft Entra ID refuses an outdated secret", () => {
    const error = vi.fn();
    const config = { core: { logger: { error } } } as never;
    const request = { providerId: "microsoft-entra-id" };
    const thrown = new OAuthCallbackError("OAuth Provider returned an error: invalid_client");
    coreLogger({ config, outcome: {}, request }).error?.(thrown);
    const text = expect.stringContaining("provider microsoft-entra-id: invalid_client");
    expect(visitorErrorOf(error.mock.lastCall?.[0])).toMatchObject({ level: "warn", text });
  });

  it("gets errors in the console's place", async () => {
    const error = vi.fn();
    await spendNothing(visitorOf({ logger: { error } }));
    expect(error).toHaveBeenCalledTimes(1);
    expect(error.mock.lastCall?.[0]).toMatchObject({ type: "Verification", message: expect.any(String) });
    expect(consoleOf.error).not.toHaveBeenCalled();
  });

  it("gets warnings in the console's place, once each", async () => {
    const warn = vi.fn();
    const visitor = visitorOf({ logger: { warn }, skipCSRFCheck });
    for (let request = 0; request < 3; request++) await visitor.get("/csrf");
    expect(warn.mock.calls).toEqual([["csrf-disabled"]]);
    expect(consoleOf.warn).not.toHaveBeenCalled();
  });

  it("gets debug lines with their data, even if `debug` is off", async () => {
    for (const debug of [false, true]) {
      const log = vi.fn();
      await askForLink(visitorOf({ debug, logger: { debug: log, warn() {} } }));
      expect(log).toHaveBeenCalledWith("adapter_getUserByEmail", { args: ["user@example.com"] });
    }
    expect(consoleOf.debug).not.toHaveBeenCalled();
    expect(consoleOf.log).not.toHaveBeenCalled();
  });

  it("leaves the levels that it does not have to the console", async () => {
    const error = vi.fn();
    await spendNothing(visitorOf({ logger: { warn() {} } }));
    expect(consoleOf.error).toHaveBeenCalledWith("[auth]", expect.objectContaining({ type: "Verification" }));
    consoleOf.error.mockClear();
    await spendNothing(visitorOf({ logger: { error } }));
    expect(error).toHaveBeenCalled();
    expect(consoleOf.error).not.toHaveBeenCalled();
  });

  it("the default is the console, and a request without an error writes nothing", async () => {
    await askForLink(visitorOf());
    for (const level of Object.values(consoleOf)) expect(level).not.toHaveBeenCalled();
    await spendNothing(visitorOf());
    expect(consoleOf.error).toHaveBeenCalledTimes(1);
  });
});

describe("debug", () => {
  it("prints the steps of the database and the flow, if it is on and there is no logger", async () => {
    await askForLink(visitorOf({ debug: true }));
    expect(consoleOf.debug).toHaveBeenCalledWith("[auth]", "adapter_createVerificationToken", expect.anything());
  });

  it("no debug line is written by default", async () => {
    await askForLink(visitorOf());
    expect(consoleOf.debug).not.toHaveBeenCalled();
  });
});
