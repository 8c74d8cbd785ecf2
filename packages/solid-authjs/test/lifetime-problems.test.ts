// A number of seconds in a configuration that is none, such as the `Number()` of a variable that is not set.

import { expect, it } from "vitest";
import { lifetimeProblems, SolidAuth, type SolidAuthConfig } from "../src";
import { SECRET } from "./support/application";

type Settings = Partial<SolidAuthConfig>;

/** Each setting of a number of seconds, with one. */
const SETTINGS: [string, (seconds: number) => Settings][] = [
  ["session.maxAge", (maxAge) => ({ session: { maxAge } })],
  ["session.absoluteMaxAge", (absoluteMaxAge) => ({ session: { absoluteMaxAge } })],
  ["session.freshAge", (freshAge) => ({ session: { freshAge } })],
  ["session.updateAge", (updateAge) => ({ session: { updateAge } })],
  ["jwt.maxAge", (maxAge) => ({ jwt: { maxAge } })],
  ["providerTimeout", (providerTimeout) => ({ providerTimeout })],
];

const start = (settings: Settings) => SolidAuth({ providers: [], secret: SECRET, trustHost: true, ...settings });

it.each(SETTINGS)("%s is refused at once if it is no number of seconds", (name, settings) => {
  for (const seconds of [Number.NaN, -1, Number.NEGATIVE_INFINITY, 1e15, Number("x"), "60" as never, null as never])
    expect(() => start(settings(seconds)), String(seconds)).toThrow(`${name} is `);
  for (const seconds of [60, 0.5, undefined as never]) expect(() => start(settings(seconds))).not.toThrow();
});

it("0 and no end are accepted only for what may happen at every read, or at any age", () => {
  const accepted = (seconds: number) =>
    SETTINGS.filter(([, settings]) => lifetimeProblems(settings(seconds)).length === 0).map(([name]) => name);
  expect(accepted(0)).toEqual(["session.updateAge"]);
  expect(accepted(Number.POSITIVE_INFINITY)).toEqual(["session.freshAge"]);
});

it("a session strategy that does not exist is refused at once", () => {
  expect(() => start({ session: { strategy: "cookie" as never } })).toThrow('session.strategy must be "database" or');
});
