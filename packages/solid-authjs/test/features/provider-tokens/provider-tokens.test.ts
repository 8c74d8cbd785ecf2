// A provider's token in the database is of no use to who reads or changes the database.

import type { Account } from "@auth/core/types";
import { beforeEach, describe, expect, it } from "vitest";
import { sealedTokens } from "../../../src/features/provider-tokens/seal";

const SECRET = "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e";

const ACCOUNT: Account = {
  type: "oauth",
  provider: "github",
  providerAccountId: "583231",
  access_token: "gho_16C7e42F292c6912E7710c838347Ae178B4a",
  refresh_token: "ghr_4f2a9c7e1b",
  scope: "read:user",
  token_type: "bearer",
};

let warnings: string[];
let tokens: ReturnType<typeof sealedTokens>;
let row: Parameters<typeof tokens.open>[0];
let sealed: string;

beforeEach(() => {
  warnings = [];
  tokens = sealedTokens([SECRET], (message) => warnings.push(message));
  row = { ...ACCOUNT, ...tokens.seal(ACCOUNT) };
  sealed = row.access_token ?? "";
});

describe("a stored token", () => {
  it("a token is read back unchanged, with what the provider said about it, and each encryption is another", () => {
    expect(tokens.seal(ACCOUNT).access_token).not.toBe(sealed);
    expect(tokens.open(row)).toEqual({
      accessToken: ACCOUNT.access_token,
      refreshToken: ACCOUNT.refresh_token,
      idToken: null,
      expiresAt: null,
      scope: "read:user",
      tokenType: "bearer",
      sessionState: null,
    });
  });

  it("counts as absent if one character was changed, or if it is cut, extended, encoded differently or replaced", () => {
    expect(sealed).toMatch(/^v1\.[\w-]{91}$/);
    const values = [...sealed].flatMap((letter, index) => {
      const [start, end] = [sealed.slice(0, index), sealed.slice(index + 1)];
      return [start, start + (letter === "A" ? "Q" : "A") + end];
    });
    values.push(`${sealed}=`, `${sealed}\n`, ` ${sealed}`, `${sealed}A`, String(ACCOUNT.access_token), "v1.ü");
    values.push(...["v1. ", "v2.", ""].map((version) => sealed.replace("v1.", version)));
    values.push(`v1.${Buffer.from(sealed.slice(3), "base64url").toString("hex")}`);
    for (const access_token of values) {
      const opened = tokens.open({ ...row, access_token });
      expect(opened, access_token).toMatchObject({ accessToken: null, refreshToken: ACCOUNT.refresh_token });
    }
  });

  it("counts as absent in another column or account, also if the same letters are split differently", () => {
    const opened = tokens.open({ ...row, id_token: sealed, refresh_token: sealed });
    expect(opened).toMatchObject({ accessToken: ACCOUNT.access_token, refreshToken: null, idToken: null });
    for (const key of [{ provider: "gitlab" }, { provider: "githu", providerAccountId: `b${row.providerAccountId}` }])
      expect(tokens.open({ ...row, ...key })).toBeNull();
    expect(tokens.open({ ...row, providerAccountId: `${row.providerAccountId}0` })).toBeNull();
  });

  it("a token can be read while its secret is listed", () => {
    const newer = "aT5wQz8nXk3LbV7cRj2mYs9dHg4fPe6u";
    const warn = (message: string) => warnings.push(message);
    expect(sealedTokens([newer], warn).open(row)).toBeNull();
    const both = sealedTokens([newer, SECRET], warn);
    expect(both.open(row)?.accessToken).toBe(ACCOUNT.access_token);
    expect(tokens.open({ ...row, ...both.seal(ACCOUNT) })).toBeNull();
  });

  it("a token that cannot be decrypted causes one warning, without the value", () => {
    for (let time = 0; time < 3; time++) tokens.open({ ...row, access_token: `v1.${"A".repeat(91)}` });
    expect(warnings).toEqual([expect.stringMatching(/access_token of github opens with no secret/)]);
    expect(warnings[0]).not.toContain("AAAA");
  });

  it("a token is stored whose expiry is beyond what the column holds", () => {
    const later = { ...row, ...tokens.seal({ ...ACCOUNT, expires_at: 9_000_000_000 }) };
    expect(tokens.open(later)?.expiresAt).toEqual(new Date((2 ** 31 - 1) * 1000));
  });

  it("a refresh token is kept if the provider sends no new one", () => {
    const { refresh_token, ...account } = ACCOUNT;
    expect(refresh_token).toBe("ghr_4f2a9c7e1b");
    const later = { ...row, ...tokens.seal(account, row.refresh_token) };
    expect(tokens.open(later)?.refreshToken).toBe(refresh_token);
    expect(tokens.seal(account, "v1.x").refresh_token).toBeNull();
  });
});
