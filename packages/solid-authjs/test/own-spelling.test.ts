import { expect, it } from "vitest";
import { emailOrNull, isOwnSpelling } from "../src";

it.each([
  ["small letters", "kim@example.com"],
  ["ASCII capitals", "Kim@Example.COM"],
  ["letters beyond ASCII, as they are stored", "grüße@bücher.example"],
])("an address in %s proves its mailbox", (_, address) => {
  expect(isOwnSpelling(address)).toBe(true);
});

it.each([
  ["a ligature", "\ufb01nn@example.com", "finn@example.com"],
  ["a full-width letter", "\uff4bim@example.com", "kim@example.com"],
  ["a superscript letter", "ki\u1d50@example.com", "kim@example.com"],
  ["a superscript digit", "kim\u00b2@example.com", "kim2@example.com"],
  ["the Kelvin sign", "\u212aim@example.com", "kim@example.com"],
  ["a capital beyond ASCII", "\u00c9va@example.com", "éva@example.com"],
  ["an accent of its own", "e\u0301va@example.com", "éva@example.com"],
  ["an xn-- domain", "kim@xn--bcher-kva.example", "kim@bücher.example"],
  ["a ligature in the domain", "kim@\ufb01nn.example", "kim@finn.example"],
  ["another script's dot", "kim@example\u3002com", "kim@example.com"],
  ["an invisible letter in the domain", "kim@exam\u00adple.com", "kim@example.com"],
  ["a space around it", " kim@example.com", "kim@example.com"],
])("an address with %s is stored as another one, and does not prove that one's mailbox", (_, address, stored) => {
  expect(emailOrNull(address)).toBe(stored);
  expect(isOwnSpelling(address)).toBe(false);
});

it.each([null, undefined, 7, "", "kim", ["kim@example.com"]])("%j proves no mailbox", (address) => {
  expect(isOwnSpelling(address)).toBe(false);
});
