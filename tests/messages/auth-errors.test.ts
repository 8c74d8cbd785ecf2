import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeAuthError } from "~/messages/auth-errors";

/** The types @auth/core declares, from its own source. */
const source = readFileSync("node_modules/@auth/core/src/errors.ts", "utf8");
const types = [...(source.match(/type ErrorType =([^;]*?)\n\n/)?.[1]?.matchAll(/"(\w+)"/g) ?? [])].map(
  ([, type]) => type ?? "",
);

describe("describeAuthError", () => {
  it("knows the error types of the installed @auth/core", () => {
    expect(types.length).toBeGreaterThan(25);
  });

  it.each(types)("%s has a text without jargon, a status and a way out", (type) => {
    const { title, text, status, next } = describeAuthError(type);
    expect(title.length).toBeGreaterThan(5);
    expect(text).toMatch(/\.$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(next.href).toMatch(/^\//);
    expect(title).not.toBe(describeAuthError("nobody knows").title);
    expect(`${title} ${text}`).not.toMatch(/OAuth|CSRF|JWT|token|callback|adapter|WebAuthn/i);
  });

  it.each(["__proto__", "constructor", "<script>", "x".repeat(5000)])(
    "%j is not our failure: the visitor typed it",
    (type) => {
      expect(describeAuthError(type)).toMatchObject({ title: "Something went wrong", status: 400 });
    },
  );
});
