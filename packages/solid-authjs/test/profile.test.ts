// What of a provider's profile is trusted.

import { expect, it } from "vitest";
import { checkedProfile, imageOrNull, nameOrNull, plainLines, plainText } from "../src";
import { checkingProfile } from "../src/profile";

type Profile = Parameters<typeof checkedProfile>[0];

const claims = (profile: unknown) => checkingProfile("custom")(profile);

/** Many providers of Auth.js read the id like this. */
const asText = (profile: unknown) =>
  checkingProfile("custom", (raw) => ({ id: String((raw as { id: unknown }).id), email: "a@example.com" }))(profile);

it.each([
  ["7", "7"],
  [7, "7"],
  [0, "0"],
  [-7, "-7"],
  [Number.MAX_SAFE_INTEGER, "9007199254740991"],
  ["9007199254740993", "9007199254740993"],
  ["\ud83d\ude00", "\ud83d\ude00"],
])("an id that is one person's is kept as text, also beside a number that is not exact: %j", async (id, text) => {
  for (const read of [claims, asText])
    expect(await read({ id, balance: 0.1, quota: 2 ** 60 })).toMatchObject({ id: text });
});

it.each([undefined, null, true, {}, Number.NaN, 2 ** 53, 1e21, 1.5, -(2 ** 53)])(
  "an id that could be two people's is refused, also as the text that a provider's code makes of it: %j",
  async (id) => {
    for (const read of [claims, asText])
      await expect(read({ id })).rejects.toThrow('The profile of "custom" has no usable id: it is ');
  },
);

it.each([
  [null, "absent"],
  [2 ** 53, "a number that is not exact"],
  ["", "blank"],
  [" \t", "blank"],
  ["\u3164", "blank"],
  ["x".repeat(256), "longer than 255 characters"],
  ["7\0", "not well-formed"],
  ["7\n", "not well-formed"],
  ["7\ud800", "not well-formed"],
  [["7"], "neither text nor a number"],
])("an id like %j is refused: it is %s", async (id, problem) => {
  await expect(claims({ id })).rejects.toThrow(`it is ${problem}.`);
});

it("an id that a provider's code makes of a rounded number deep in the profile is refused", async () => {
  const read = (raw: unknown) => ({ id: `${(raw as { response: { id: number }[] }).response[0]?.id}` });
  const profile = JSON.parse('{"response":[{"id":9007199254740993}]}');
  await expect(checkingProfile("custom", read)(profile)).rejects.toThrow("the text of a number that is not exact");
});

it("a profile that is no object, or of which the provider's code makes no user, is refused", async () => {
  for (const profile of [null, undefined, "ada", 7, true])
    await expect(claims(profile)).rejects.toThrow('The profile of "custom" is not an object.');
  for (const user of [null, undefined, "ada"])
    await expect(checkingProfile("custom", () => user)({})).rejects.toThrow("returned no user");
});

it.each<[string, unknown[]]>([
  ["vouched", [true, "true"]],
  ["absent", [undefined]],
  ["denied", [false, "false", "False", "TRUE", "", " true", "1", 1, 0, null, {}, [], [true], "yes", "verified"]],
])("a provider's claim `email_verified` counts as %s: %j", async (verification, values) => {
  for (const email_verified of values) {
    const profile = { id: "7", email: "ada@example.com", email_verified };
    await claims(profile);
    expect(checkedProfile(profile as Profile)).toMatchObject({ verification, email: "ada@example.com" });
  }
});

it.each([
  ["Ada@Example.com", "ada@example.com", true],
  ["\u212aim@example.com", "kim@example.com", false],
  ["\ufb01nn@example.com", "finn@example.com", false],
  ["kim@xn--bcher-kva.example", "kim@bücher.example", false],
  ["not an address", null, false],
  [["ada@example.com"], null, false],
])("a profile's address %j becomes %j", async (email, normalized, isOwnSpelling) => {
  const profile = { id: "7", email };
  expect(await claims(profile)).toMatchObject({ email: normalized });
  expect(checkedProfile(profile as Profile)).toMatchObject({ email: normalized, isOwnSpelling });
});

it.each<[unknown, string | null]>([
  ["Ada Lovelace", "Ada Lovelace"],
  ["  Ada\n\tLovelace ", "Ada Lovelace"],
  ["\ud83d\udc69\u200d\ud83d\udcbb", "\ud83d\udc69\u200d\ud83d\udcbb"],
  ["x".repeat(20_000), "x".repeat(100)],
  [`${"x".repeat(99)}\ud83d\ude00`, "x".repeat(99)],
  ["Ada\ud800", "Ada"],
  ["\u202eevil", "evil"],
])("a name like %j becomes %j", (name, shown) => expect(nameOrNull(name)).toBe(shown));

it("a name without a visible letter is none", () => {
  const invisible = ["\u200b\u200d", "\u3164", "\u2800", "\u115f\u1160", "\ufe0f", "\u0301", "\ud800"];
  for (const name of ["", "   ", ...invisible, 7, null, {}, ["Ada"]])
    expect(nameOrNull(name), JSON.stringify(name)).toBeNull();
});

it.each([
  ["a\r\nb", "a b", "a\nb"],
  ["\u200b", "", ""],
  [undefined, "", ""],
  [7, "", ""],
  ["\n \u200b\n", "", ""],
  [" a\r\nb\t\u202ec\n\n\rd\u2028e\n\u200b\n", "a b c d e", "a\nb c\n\n\nd\ne"],
])("a text like %j becomes one line, %j, or several, %j", (text, line, lines) => {
  expect([plainText(text), plainLines(text)]).toEqual([line, lines]);
});

it.each<[unknown, string | null]>([
  ["https://example.com/a.png?s=80", "https://example.com/a.png?s=80"],
  [`https://example.com/${"x".repeat(980)}`, `https://example.com/${"x".repeat(980)}`],
  [`https://example.com/${"x".repeat(981)}`, null],
  [`https://example.com/${"\u00e4".repeat(400)}`, null],
  ["data:image/png;base64,AA", null],
  ["javascript:alert(1)", null],
  ["/a.png", null],
  [7, null],
])("a picture's URL like %j becomes %j", (url, image) => expect(imageOrNull(url)).toBe(image));
