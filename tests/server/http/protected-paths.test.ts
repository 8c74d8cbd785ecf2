import { describe, expect, it } from "vitest";
import { isProtected } from "~/server/http/protected-paths";

describe("isProtected", () => {
  it("treats a path that is encoded thousands of times as protected", () => {
    expect(isProtected(`/%${"25".repeat(8000)}70rotected`)).toBe(true);
    expect(isProtected(`/%${"25".repeat(8000)}`)).toBe(true);
  });

  it.each([
    "/protected",
    "/protected/",
    "/protected/x",
    "/PROTECTED",
    "/Protected/Client",
    "//protected",
    "///protected//x",
    "/./protected",
    "/x/../protected",
    "/protected/.",
    "/protected/./x",
    "/%70rotected",
    "/%50ROTECTED",
    "/%2570rotected",
    "/%25252570rotected",
    "/protected%2f",
    "/protected%2Fx",
    "/%2fprotected",
    "/protected%00",
    "/protected;a=b",
    "/protected;a=b/x",
    "/protected%3fx",
    "/protected%23x",
    "/\\protected",
    "/protected\\x",
    "/protected%20",
    "/ｐrotected",
    "/account",
    "/welcome",
  ])("%j is protected", (path) => {
    expect(isProtected(path)).toBe(true);
  });

  it.each([
    "/",
    "/sign-in",
    "/caf%C3%A9",
    "/protecteds",
    "/protected-not",
    "/x/protected",
    "/accounts",
    "/protected/../sign-in",
    "/%",
    "/%ff",
    "/api/auth/session",
  ])("%j is public", (path) => {
    expect(isProtected(path)).toBe(false);
  });
});
