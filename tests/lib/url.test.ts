import { describe, expect, it } from "vitest";
import { decodedPath, localPath } from "~/lib/url";

describe("localPath", () => {
  it.each([
    ["/protected?tab=2#x", "/protected?tab=2#x"],
    ["http://localhost:3000/protected", "/protected"],
    ["https://evil.example/x", "/x"],
    ["//evil.example/x", "/x"],
    ["/\\evil.example", "/"],
    ["/.//evil.example", "/evil.example"],
    ["http://localhost@evil.example/x", "/x"],
    ["https://a.example//evil.example", "/evil.example"],
    ["javascript:alert(1)", "/"],
    ["", "/"],
    [undefined, "/"],
  ])("%j leads to %j, on this site", (given, path) => {
    expect(localPath(given)).toBe(path);
    expect(new URL(localPath(given), "https://app.example.com").origin).toBe("https://app.example.com");
  });

  it("limits the length of a path", () => {
    expect(localPath(`/${"x".repeat(1999)}`)).toHaveLength(2000);
    expect(localPath(`/${"x".repeat(2000)}`)).toBe("/");
  });
});

describe("decodedPath", () => {
  it("returns a path on this site, and none for text that is not encoded", () => {
    expect(decodedPath(btoa("/account?q=a%20b#x"))).toBe("/account?q=a%20b#x");
    expect(decodedPath(btoa("//evil.example/x"))).toBe("/x");
    expect([decodedPath("%"), decodedPath(undefined)]).toEqual([undefined, undefined]);
  });
});
