import { expect, it } from "vitest";
import { isProtected } from "~/server/http/protected-paths";

it("a path that is encoded thousands of times is treated as protected", () => {
  expect(isProtected(`/%${"25".repeat(8000)}70rotected`)).toBe(true);
  expect(isProtected(`/%${"25".repeat(8000)}`)).toBe(true);
});

it.each([
  "/protected",
  "/protected/",
  "/protected/x",
  "/PROTECTED",
  "//protected",
  "/./protected",
  "/x/../protected",
  "/protected/.",
  "/%70rotected",
  "/%2570rotected",
  "/protected%2f",
  "/%2fprotected",
  "/protected%00",
  "/protected;a=b",
  "/protected%3fx",
  "/protected%23x",
  "/protected\\x",
  "/protected%20",
  "/ｐrotected",
  "/welcome",
])("%j is protected", (path) => {
  expect(isProtected(path)).toBe(true);
});

it.each(["/", "/sign-in", "/caf%C3%A9", "/protecteds", "/protected/../sign-in", "/%", "/api/auth/session"])(
  "%j is public",
  (path) => expect(isProtected(path)).toBe(false),
);
