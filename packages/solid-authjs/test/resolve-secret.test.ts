// SPEC.md, FrameworkAuthConfig: `secret`, alone, as a list, and from the environment.

import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bindAuth, SolidAuth, type SolidAuthConfig } from "../src";
import { EMAIL, linkFields, useApplication } from "./support/application";
import type { Visitor } from "./support/visitor";

const OLD = "gN5wQx7Tb2mZr9Lk4VpYc8HsJd3FaUe6";
const NEW = "Xc3Rf8Uj1Wm6Qz5Bt9Kv2Ny7Ga4PdLhE";

const app = useApplication(() => ({ session: { strategy: "jwt" } }));
beforeEach(() => {
  for (const name of ["AUTH_SECRET", "AUTH_SECRET_1", "AUTH_SECRET_2", "AUTH_SECRET_3"]) vi.stubEnv(name, "");
});
afterEach(() => void vi.unstubAllEnvs());

type Secret = SolidAuthConfig["secret"];

const signedIn = (secret: Secret) => app.signedIn(EMAIL, { secret });

/** The same browser, after a restart of the application with another secret. */
const restarted = (visitor: Visitor, secret: Secret) => visitor.copy({ ...app.config, secret });

async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.session())?.user !== undefined;
}

function secretError(secret: Secret): unknown {
  try {
    SolidAuth({ ...app.config, secret });
  } catch (error) {
    return error;
  }
}

describe("secret", () => {
  it("opens only what the same secret has made", async () => {
    const visitor = await signedIn(OLD);
    expect(await isSignedIn(restarted(visitor, OLD))).toBe(true);
    expect(await isSignedIn(restarted(visitor, NEW))).toBe(false);
  });

  it.each([
    ["undefined", undefined],
    ["an empty string", ""],
    ["an empty list", []],
    ["a list of nothing", [""]],
  ])("a missing secret is refused immediately: %s", (_form, secret) => {
    expect(secretError(secret)).toMatchObject({ type: "MissingSecret" });
  });

  // An unset variable, read into the list.
  it.each([[["", OLD]], [[OLD, ""]]])("an empty text in a list is left out: %j", async (secret) => {
    const visitor = await signedIn(secret);
    expect(await isSignedIn(restarted(visitor, OLD))).toBe(true);

    const forger = app.visitor({ secret: secret });
    const csrfToken = "a".repeat(64);
    const hash = createHash("sha256").update(csrfToken).digest("hex");
    forger.cookies.set("__Host-authjs.csrf-token", `${csrfToken}%7C${hash}`);
    const body = new URLSearchParams({ csrfToken, email: "forger@example.com" });
    const answer = await forger.visit("/signin/email", { method: "POST", body });
    expect(answer.location?.searchParams.get("error")).toBe("MissingCSRF");
  });
});

describe("a list of secrets", () => {
  it("opens sessions made with an older one", async () => {
    const visitor = await signedIn(OLD);
    expect(await isSignedIn(restarted(visitor, [NEW, OLD]))).toBe(true);
  });

  it("makes new sessions with the newest alone", async () => {
    const visitor = await signedIn([NEW, OLD]);
    expect(await isSignedIn(restarted(visitor, NEW))).toBe(true);
    expect(await isSignedIn(restarted(visitor, OLD))).toBe(false);
  });

  it("re-encrypts a session with the newest secret when it is read, so the older one can be removed", async () => {
    const visitor = restarted(await signedIn(OLD), [NEW, OLD]);
    await visitor.session();
    expect(await isSignedIn(restarted(visitor, NEW))).toBe(true);
  });

  it("ends sessions made with a secret that was removed, and clears their cookie", async () => {
    const visitor = restarted(await signedIn(OLD), [NEW]);
    expect(await isSignedIn(visitor)).toBe(false);
    expect(visitor.sessionCookie).toBeUndefined();
  });

  // Hashes are made with the newest secret only (core/config.ts).
  it("keeps a mail link made before the rotation, and spends it once", async () => {
    const before = app.visitor({ secret: OLD });
    await before.post("/signin/email", { email: "user@example.com" });
    const after = restarted(before, [NEW, OLD]);
    const fields = linkFields(app.sent[0]);
    await after.post("/callback/email", fields);
    expect(await isSignedIn(after)).toBe(true);
    const again = await app.visitor({ secret: [NEW, OLD] }).post("/callback/email", fields);
    expect(again.location?.searchParams.get("error")).toBe("Verification");
  });

  it("refuses a mail link, with an error, once the secret it was made with is removed", async () => {
    const before = app.visitor({ secret: OLD });
    await before.post("/signin/email", { email: "user@example.com" });
    const after = restarted(before, NEW);
    const answer = await after.post("/callback/email", linkFields(app.sent[0]));
    expect(answer.location?.searchParams.get("error")).toBe("Verification");
    expect(await isSignedIn(after)).toBe(false);
  });

  it("keeps a mail link made with the newest when an older one is removed", async () => {
    const before = app.visitor({ secret: [NEW, OLD] });
    await before.post("/signin/email", { email: "user@example.com" });
    const after = restarted(before, NEW);
    await after.post("/callback/email", linkFields(app.sent[0]));
    expect(await isSignedIn(after)).toBe(true);
  });

  it.each(["/signin/email", "/signout", "/callback/email"])(
    "accepts a form of %s that was open during the rotation, until its secret is removed",
    async (path) => {
      const before = await signedIn(OLD);
      const { csrfToken } = await (await before.get("/csrf")).json();
      const press = async (secret: Secret) => {
        const body = new URLSearchParams({ csrfToken, email: EMAIL, token: "made up" });
        const { location } = await restarted(before, secret).visit(path, { method: "POST", body });
        return location?.searchParams.get("error");
      };
      expect(await press(NEW)).toBe("MissingCSRF");
      expect(await press([NEW, OLD])).toBe(path === "/callback/email" ? "Verification" : null);
    },
  );

  it("a page signs the form's token with the newest secret, so the older one can be removed", async () => {
    const before = app.visitor({ secret: OLD });
    const { csrfToken } = await (await before.get("/csrf")).json();
    const during = restarted(before, [NEW, OLD]);
    await during.answering(bindAuth({ ...app.config, secret: [NEW, OLD] }).getCsrfToken);
    const body = new URLSearchParams({ csrfToken, email: EMAIL });
    await restarted(during, NEW).visit("/signin/email", { method: "POST", body });
    expect(app.sent.map(({ to }) => to)).toEqual([EMAIL]);
  });
});

describe("AUTH_SECRET", () => {
  it("AUTH_SECRET is the secret if the configuration has none", async () => {
    vi.stubEnv("AUTH_SECRET", OLD);
    const visitor = await signedIn(undefined);
    expect(await isSignedIn(restarted(visitor, OLD))).toBe(true);
  });

  it("opens what it has made before, with a line end or quotation marks around it now", async () => {
    for (const around of [`${OLD}\n`, `"${OLD}"`]) {
      const visitor = await signedIn(OLD);
      vi.stubEnv("AUTH_SECRET", around);
      expect(await isSignedIn(restarted(visitor, undefined))).toBe(true);
    }
  });

  it("the configuration's secret overrides AUTH_SECRET", async () => {
    vi.stubEnv("AUTH_SECRET", OLD);
    const visitor = await signedIn(NEW);
    expect(await isSignedIn(restarted(visitor, NEW))).toBe(true);
    expect(await isSignedIn(restarted(visitor, OLD))).toBe(false);
  });

  it("rotates with AUTH_SECRET_1 to _3: the highest number makes new sessions, all open them", async () => {
    vi.stubEnv("AUTH_SECRET", OLD);
    vi.stubEnv("AUTH_SECRET_1", "between-the-two-secrets-of-these-tests");
    vi.stubEnv("AUTH_SECRET_3", NEW);
    expect(await isSignedIn(restarted(await signedIn(OLD), undefined))).toBe(true);
    expect(await isSignedIn(restarted(await signedIn(undefined), NEW))).toBe(true);
  });
});
