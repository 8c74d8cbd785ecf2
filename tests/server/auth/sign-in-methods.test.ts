import Credentials from "@auth/core/providers/credentials";
import Discord from "@auth/core/providers/discord";
import Keycloak from "@auth/core/providers/keycloak";
import EntraId from "@auth/core/providers/microsoft-entra-id";
import { describe, expect, it } from "vitest";
import { GET as webauthn } from "~/routes/(well-known).well-known/webauthn";
import { oauth, openId } from "~/server/auth/providers/oauth";
import { createProvider, methodProblems, type SignInMethod } from "~/server/auth/sign-in-method";
import { signInMethods } from "~/server/auth/sign-in-methods";

describe("a provider is one word", () => {
  it.each([
    [oauth(Discord), "discord", "Discord", ["ID", "SECRET"]],
    [oauth(Keycloak, { id: "my-company", name: "My Company" }), "my-company", "My Company", ["ID", "SECRET", "ISSUER"]],
    [openId("My Company"), "my-company", "My Company", ["ID", "SECRET", "ISSUER"]],
  ])("the id, the name and the variables of a provider follow from it: %o", (method, id, name, parts) => {
    const variables = parts.map((part) => `AUTH_${id.toUpperCase().replace("-", "_")}_${part}`);
    expect(method).toMatchObject({ id, name, variables });
    expect(createProvider(method)).toMatchObject({ id, name });
  });

  it("Entra ID needs an issuer: Auth.js's own one lets in the accounts of all tenants", () => {
    expect(oauth(EntraId).variables).toContain("AUTH_MICROSOFT_ENTRA_ID_ISSUER");
  });
});

describe("an application on several domains", () => {
  const origins = ["https://example.com", "https://example.de"];
  /** A clone may have deleted the method's own file. */
  const passkeys = (relatedOrigins: string[]): SignInMethod => ({
    ...{ id: "passkey", name: "Passkey", provider: Discord, variables: [] },
    relatedOrigins,
  });

  it("tells browsers on which origins its passkeys work", async () => {
    const request = new Request("http://localhost:3000/.well-known/webauthn");
    const known = signInMethods.splice(0);
    expect(webauthn({ request }).status).toBe(404);
    signInMethods.push(passkeys(origins));
    expect(await webauthn({ request }).json()).toEqual({ origins });
    signInMethods.splice(0, 1, ...known);
  });
});

describe("a credentials provider", () => {
  const password = { id: "password", name: "Password", provider: Credentials({}), variables: [] };

  it("the start refuses it with database sessions, and it works with JWTs", () => {
    expect(methodProblems([password], "database")).toEqual([
      expect.stringMatching(/^The sign-in method "Password" is a credentials provider.*strategy: "jwt"/),
    ]);
    expect(methodProblems([password], "jwt")).toEqual([]);
  });
});
