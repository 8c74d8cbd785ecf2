// SPEC.md, FrameworkAuthConfig: `debug` and `logger`. A warning is logged once per process, so each test that counts
// one has a code of its own.

import { skipCSRFCheck } from "@auth/core";
import { afterEach, beforeEach, expect, it, type Mock, vi } from "vitest";
import type { SolidAuthConfig } from "../../src";
import { EMAIL, useApplication } from "../support/application";

const LEVELS = ["error", "warn", "debug", "log"] as const;

const app = useApplication(() => ({ logger: undefined }));
let consoleOf: Record<string, Mock>;

beforeEach(() => {
  consoleOf = Object.fromEntries(LEVELS.map((level) => [level, vi.spyOn(console, level).mockImplementation(() => {})]));
});
afterEach(() => void vi.restoreAllMocks());

/** Opens a link that was never sent. */
const spendNothing = (options: Partial<SolidAuthConfig>) =>
  app.visitor(options).post("/callback/email", { token: "none", email: EMAIL });

const askForLink = (options: Partial<SolidAuthConfig>) => app.visitor(options).post("/signin/email", { email: EMAIL });

const SPENT = expect.objectContaining({ type: "Verification", message: expect.any(String) });

it("the logger gets errors and warnings in the console's place, each warning once; the console gets the levels that it lacks", async () => {
  const error = vi.fn();
  // The first request of a process may warn of passkeys.
  await spendNothing({ logger: { error, warn() {} } });
  expect(error.mock.calls).toEqual([[SPENT]]);
  expect(consoleOf.error).not.toHaveBeenCalled();
  const logger = { warn: vi.fn() };
  const visitor = app.visitor({ logger, skipCSRFCheck });
  for (let request = 0; request < 2; request++) await visitor.get("/csrf");
  expect(logger.warn.mock.calls).toEqual([["csrf-disabled"]]);
  await spendNothing({ logger });
  expect(consoleOf.warn).not.toHaveBeenCalled();
  expect(consoleOf.error?.mock.calls).toEqual([["[auth]", SPENT]]);
});

it.each([false, true])("the logger gets debug lines with their data, even if `debug` is off: %s", async (debug) => {
  const log = vi.fn();
  await askForLink({ debug, logger: { debug: log, warn() {} } });
  expect(log).toHaveBeenCalledWith("adapter_getUserByEmail", { args: [EMAIL] });
  expect([...(consoleOf.debug?.mock.calls ?? []), ...(consoleOf.log?.mock.calls ?? [])]).toEqual([]);
});

it("`debug` prints the steps of the database and the flow, if it is on and there is no logger", async () => {
  await askForLink({ debug: true });
  expect(consoleOf.debug).toHaveBeenCalledWith("[auth]", "adapter_createVerificationToken", expect.anything());
});
