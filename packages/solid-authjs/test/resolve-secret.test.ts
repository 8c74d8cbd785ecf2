// SPEC.md, FrameworkAuthConfig: `secret`, alone, as a list, and from the environment.

import { createHash } from "node:crypto";
import { beforeEach, expect, it, vi } from "vitest";
import { bindAuth, SolidAuth, type SolidAuthConfig } from "../src";
import { EMAIL, linkFields, useApplication } from "./support/application";
import { errorOf, type Visitor } from "./support/visitor";

const OLD = "gN5wQx7Tb2mZr9Lk4VpYc8HsJd3FaUe6";
const NEW = "Xc3Rf8Uj1Wm6Qz5Bt9Kv2Ny7Ga4PdLhE";

const app = useApplication(() => ({ session: { strategy: "jwt" } }));
beforeEach(() => {
  for (const name of ["AUTH_SECRET", "AUTH_SECRET_1", "AUTH_SECRET_2", "AUTH_SECRET_3"]) vi.stubEnv(name, "");
});

type Secret = SolidAuthConfig["secret"];
type Variables = Record<string, string>;

const signedIn = (secret: Secret) => app.signedIn(EMAIL, { secret });

/** The same browser, after a restart of the application with another secret. */
const restarted = (visitor: Visitor, secret: Secret) => visitor.copy(app.configWith({ secret }));

const isSignedIn = async (visitor: Visitor) => (await visitor.session())?.user !== undefined;

const BETWEEN = "between-the-two-secrets-of-these-tests";
const ROTATED = { AUTH_SECRET: OLD, AUTH_SECRET_1: BETWEEN, AUTH_SECRET_3: NEW };

it.each<[string, Secret, Secret, boolean, Variables?]>([
  ["the same secret", OLD, OLD, true],
  ["another secret", OLD, NEW, false],
  ["a list that has it as an older one", OLD, [NEW, OLD], true],
  ["the older of the list that made it, alone", [NEW, OLD], OLD, false],
  ["AUTH_SECRET, if the configuration has none", OLD, undefined, true, { AUTH_SECRET: OLD }],
  ["AUTH_SECRET with a line end around it now", OLD, undefined, true, { AUTH_SECRET: `${OLD}\n` }],
  ["AUTH_SECRET, which the configuration's overrides", NEW, OLD, false, { AUTH_SECRET: OLD }],
  ["the lowest of AUTH_SECRET to _3", OLD, undefined, true, ROTATED],
])("a session meets %s (signed in with %j, then %j): it opens: %j", async (_, before, after, opens, variables = {}) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const visitor = restarted(await signedIn(before), after);
  expect(await isSignedIn(visitor)).toBe(opens);
  expect(visitor.sessionCookie !== undefined).toBe(opens);
});

it.each<[Secret]>([[undefined], [""], [[]], [[""]]])("a missing secret is refused immediately: %j", (secret) => {
  expect(() => SolidAuth(app.configWith({ secret }))).toThrow(expect.objectContaining({ type: "MissingSecret" }));
});

// An unset variable, read into the list.
it.each([[["", OLD]], [[OLD, ""]]])("an empty text in a list is left out: %j", async (secret) => {
  expect(await isSignedIn(restarted(await signedIn(secret), OLD))).toBe(true);
  const forger = app.visitor({ secret });
  const csrfToken = "a".repeat(64);
  const hash = createHash("sha256").update(csrfToken).digest("hex");
  forger.cookies.set("__Host-authjs.csrf-token", `${csrfToken}%7C${hash}`);
  const body = new URLSearchParams({ csrfToken, email: "forger@example.com" });
  expect(errorOf(await forger.visit("/signin/email", { method: "POST", body }))).toBe("MissingCSRF");
});

it("a session is re-encrypted with the newest secret when it is read, so the older one can be removed", async () => {
  const visitor = restarted(await signedIn(OLD), [NEW, OLD]);
  await visitor.session();
  expect(await isSignedIn(restarted(visitor, NEW))).toBe(true);
});

// Hashes are made with the newest secret only (core/config.ts).
it.each<[Secret, Secret, string | null]>([
  [OLD, [NEW, OLD], null],
  [[NEW, OLD], NEW, null],
  [OLD, NEW, "Verification"],
])("a mail link of %j, pressed under %j, is spent once, or refused: %j", async (before, after, error) => {
  const visitor = app.visitor({ secret: before });
  await visitor.post("/signin/email", { email: EMAIL });
  const later = restarted(visitor, after);
  const fields = linkFields(app.sent[0]);
  expect(errorOf(await later.post("/callback/email", fields))).toBe(error);
  expect(await isSignedIn(later)).toBe(error === null);
  expect(errorOf(await app.visitor({ secret: after }).post("/callback/email", fields))).toBe("Verification");
});

it("a form that was open during the rotation is accepted, until its secret is removed", async () => {
  const before = await signedIn(OLD);
  const csrfToken = await before.csrfToken();
  const press = async (secret: Secret) => {
    const body = new URLSearchParams({ csrfToken, email: EMAIL });
    return errorOf(await restarted(before, secret).visit("/signin/email", { method: "POST", body }));
  };
  expect([await press(NEW), await press([NEW, OLD])]).toEqual(["MissingCSRF", null]);
});

it("a page signs the form's token with the newest secret, so the older one can be removed", async () => {
  const before = app.visitor({ secret: OLD });
  const csrfToken = await before.csrfToken();
  const during = restarted(before, [NEW, OLD]);
  await during.answering(bindAuth(app.configWith({ secret: [NEW, OLD] })).getCsrfToken);
  const body = new URLSearchParams({ csrfToken, email: EMAIL });
  await restarted(during, NEW).visit("/signin/email", { method: "POST", body });
  expect(app.sent.map(({ to }) => to)).toEqual([EMAIL]);
});
