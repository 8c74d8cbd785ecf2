// What of a provider's profile is trusted.

import { describe, expect, it } from "vitest";
import { checkedProfile, imageOrNull, nameOrNull, plainLines, plainText } from "../src";
import { checkingProfile } from "../src/profile";

type Profile = Parameters<typeof checkedProfile>[0];

const claims = (profile: object) => checkingProfile("custom")(profile);

/** Many providers of Auth.js read the id like this. */
const asText = (profile: object) =>
  checkingProfile("custom", (raw) => ({ id: String((raw as { id: unknown }).id), email: "a@example.com" }))(profile);

describe("an id that is one person's", () => {
  it.each([
    ["7", "7"],
    [7, "7"],
    [0, "0"],
    [-7, "-7"],
    [Number.MAX_SAFE_INTEGER, "9007199254740991"],
    ["9007199254740993", "9007199254740993"],
    ["00uab/cd|ef:gh", "00uab/cd|ef:gh"],
    [" 7", " 7"],
    ["x".repeat(255), "x".repeat(255)],
    ["\ud83d\ude00", "\ud83d\ude00"],
  ])("%j is kept as text", async (id, text) => {
    expect(await claims({ id })).toMatchObject({ id: text });
    expect(await asText({ id })).toMatchObject({ id: text });
  });

  it("stays itself beside a number that is not exact", async () => {
    expect(await claims({ id: "7", balance: 0.1, quota: 2 ** 60 })).toMatchObject({ id: "7" });
  });
});

describe("an id that could be two people's", () => {
  const IDS = [
    undefined,
    null,
    true,
    {},
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    2 ** 53 + 2,
    1e21,
    1.5,
    -(2 ** 53),
  ];

  it.each(IDS)("%j is refused, as a value and as the text that a provider's code makes of it", async (id) => {
    await expect(claims({ id })).rejects.toThrow('The profile of "custom" has no usable id: it is ');
    await expect(asText({ id })).rejects.toThrow('The profile of "custom" has no usable id: it is ');
  });

  it.each([
    [undefined, "absent"],
    [null, "absent"],
    [2 ** 53, "a number that is not exact"],
    ["", "blank"],
    [" \t", "blank"],
    ["\u200b\u2060", "blank"],
    ["\u3164", "blank"],
    ["x".repeat(256), "longer than 255 characters"],
    ["7\0", "not well-formed"],
    ["7\n", "not well-formed"],
    ["7\ud800", "not well-formed"],
    [["7"], "neither text nor a number"],
    [{ toString: "7" }, "neither text nor a number"],
  ])("%j is refused: it is %s", async (id, problem) => {
    await expect(claims({ id })).rejects.toThrow(`it is ${problem}.`);
  });

  it("a text that a provider's code makes of a rounded number deep in the profile is refused", async () => {
    const read = (raw: unknown) => ({ id: `${(raw as { response: { id: number }[] }).response[0]?.id}` });
    const profile = JSON.parse('{"response":[{"id":9007199254740993}]}');
    await expect(checkingProfile("custom", read)(profile)).rejects.toThrow("the text of a number that is not exact");
  });
});

describe("a profile that is no profile", () => {
  it.each([null, undefined, "ada", 7, true])("%j is refused", async (profile) => {
    await expect(checkingProfile("custom")(profile)).rejects.toThrow('The profile of "custom" is not an object.');
  });

  it.each([null, undefined, "ada"])("a profile of which the provider's code makes %j is refused", async (user) => {
    await expect(checkingProfile("custom", () => user)({})).rejects.toThrow("returned no user");
  });
});

describe("the claim `email_verified`", () => {
  it.each<[unknown, string]>([
    [true, "vouched"],
    ["true", "vouched"],
    [undefined, "absent"],
    ...[false, "false", "False", "TRUE", "", " true", "1", 1, 0, null, {}, [], [true], "yes", "verified"].map(
      (claim): [unknown, string] => [claim, "denied"],
    ),
  ])("%j: %s", async (claim, verification) => {
    const profile = { id: "7", email: "ada@example.com", email_verified: claim };
    await claims(profile);
    expect(checkedProfile(profile as Profile)).toMatchObject({ verification, email: "ada@example.com" });
  });
});

describe("an address", () => {
  it.each([
    ["Ada@Example.com", "ada@example.com", true],
    ["\u212aim@example.com", "kim@example.com", false],
    ["not an address", null, false],
    ["", null, false],
    [null, null, false],
    [7, null, false],
    [["ada@example.com"], null, false],
    [{ address: "ada@example.com" }, null, false],
    [`${"x".repeat(10_000)}@example.com`, null, false],
  ])("%j becomes %j", async (email, normalized, isOwnSpelling) => {
    const profile = { id: "7", email };
    expect(await claims(profile)).toMatchObject({ email: normalized });
    expect(checkedProfile(profile as Profile)).toMatchObject({ email: normalized, isOwnSpelling });
  });
});

describe("a name", () => {
  it.each<[unknown, string | null]>([
    ["Ada Lovelace", "Ada Lovelace"],
    ["  Ada\n\tLovelace ", "Ada Lovelace"],
    ["\u0627\u062e\u062a\u200c", "\u0627\u062e\u062a\u200c"],
    ["\ud83d\udc69\u200d\ud83d\udcbb", "\ud83d\udc69\u200d\ud83d\udcbb"],
    ["x".repeat(20_000), "x".repeat(100)],
    [`${"x".repeat(99)}\ud83d\ude00`, "x".repeat(99)],
    ["Ada\ud800", "Ada"],
    ["Ada\0", "Ada"],
    ["\u202eevil", "evil"],
    ["7", "7"],
    ...[
      "",
      "   ",
      "\u200b\u200d",
      "\u3164",
      "\u2800",
      "\u115f\u1160",
      "\ufe0f",
      "\u0301",
      "\ud800",
      7,
      null,
      {},
      ["Ada"],
    ].map((name): [unknown, null] => [name, null]),
  ])("%j becomes %j", (name, shown) => {
    expect(nameOrNull(name)).toBe(shown);
  });
});

describe("a line of text", () => {
  it.each([
    ["a\r\nb", "a b"],
    ["\u200b", ""],
    [undefined, ""],
  ])("%j becomes %j", (text, line) => {
    expect(plainText(text)).toBe(line);
  });
});

describe("a text of several lines", () => {
  it.each([
    [" a\r\nb\t\u202ec\n\n\rd\u2028e\n\u200b\n", "a\nb c\n\n\nd\ne"],
    ["\n \u200b\n", ""],
    [7, ""],
  ])("%j becomes %j", (text, lines) => {
    expect(plainLines(text)).toBe(lines);
  });
});

describe("a picture", () => {
  it.each<[unknown, string | null]>([
    ["https://example.com/a.png?s=80", "https://example.com/a.png?s=80"],
    ["http://example.com/\u00e4", "http://example.com/%C3%A4"],
    [`https://example.com/${"x".repeat(980)}`, `https://example.com/${"x".repeat(980)}`],
    ...[
      `data:image/png;base64,${"A".repeat(12_000)}`,
      "data:image/png;base64,AA",
      "javascript:alert(1)",
      "/a.png",
      "",
      "https://",
      `https://example.com/${"x".repeat(981)}`,
      `https://example.com/${"\u00e4".repeat(400)}`,
      7,
      null,
      undefined,
      {},
    ].map((url): [unknown, null] => [url, null]),
  ])("%j becomes %j", (url, image) => {
    expect(imageOrNull(url)).toBe(image);
  });
});
