import { expect, it } from "vitest";
import { authenticatorName } from "../../../src/features/passkey/authenticators";

it("an authenticator has its maker's name, unless its model is unknown", () => {
  expect(authenticatorName("bada5566-a7aa-401f-bd96-45619a55120d")).toBe("1Password");
  expect(authenticatorName("00000000-0000-0000-0000-000000000000")).toBeUndefined();
  expect(authenticatorName(undefined)).toBeUndefined();
});
