// What the start says about app.config.ts.

import { expect, it } from "vitest";
import { configProblems } from "~/server/config-problems";
import appConfig, { type AppConfig } from "../../app.config";

const problems = (change: Partial<AppConfig>) => configProblems({ ...appConfig, ...change });

it("a lifetime that is no number is refused by its name", () => {
  const session = { ...appConfig.session, maxAge: Number.NaN };
  expect(problems({ session })).toEqual([expect.stringContaining("session.maxAge is")]);
});

it.each([Number.NaN, 0, -1, 0.5, Number.POSITIVE_INFINITY, "60" as never, undefined as never])(
  "a largest body of %o bytes is refused, and so are as many mails a day",
  (value) => {
    expect(problems({ maxBodyBytes: value })).toEqual([expect.stringContaining("maxBodyBytes is")]);
    expect(problems({ maxMailsPerDay: value })).toEqual([expect.stringContaining("maxMailsPerDay is")]);
  },
);

it.each(["/Account", "account", "/account/", "/account?a", ""])(
  "a protected path that would protect nothing is refused: %j",
  (path) => {
    expect(problems({ protectedPaths: [path] })).toEqual([expect.stringContaining(`"${path}" protects nothing`)]);
  },
);

it.each([
  ["/api", "/api/auth"],
  ["/sign-in", "/sign-in"],
  ["/error", "/error"],
])("a protected path that covers what works without a session is refused: %s", (path, covered) => {
  const found = problems({ protectedPaths: ["/account", path], signedOutRedirect: "/" });
  expect(found).toEqual([expect.stringContaining(`"${path}" covers ${covered},`)]);
});

it.each(["/api/reports", "/errors", "/"])("a protected path that covers no such page is accepted: %s", (path) => {
  expect(problems({ protectedPaths: [path], signedOutRedirect: "/sign-in" })).toEqual([]);
});

it("a protected page for signed-out visitors, which would leave them no page, is refused", () => {
  expect(problems({ protectedPaths: ["/account"], signedOutRedirect: "/account/welcome?a" })).toEqual([
    expect.stringContaining("is protected"),
  ]);
});
