import Credentials from "@auth/core/providers/credentials";
import Discord from "@auth/core/providers/discord";
import Keycloak from "@auth/core/providers/keycloak";
import EntraId from "@auth/core/providers/microsoft-entra-id";
import { expect, it } from "vitest";
import { GET as webauthn } from "~/routes/(well-known).well-known/webauthn";
import { oauth, openId } from "~/server/auth/providers/oauth";
import { createProvider, methodProblems } from "~/server/auth/sign-in-method";
import { signInMethods } from "~/server/auth/sign-in-methods";

it.each([
  [oauth(Discord), "discord", "Discord", ["ID", "SECRET"]],
  [oauth(Keycloak, { id: "my-company", name: "My Company" }), "my-company", "My Company", ["ID", "SECRET", "ISSUER"]],
  [openId("My Company"), "my-company", "My Company", ["ID", "SECRET", "ISSUER"]],
])("the id, the name and the variables of a provider follow from one word: %o", (method, id, name, parts) => {
  const variables = parts.map((part) => `AUTH_${id.toUpperCase().replace("-", "_")}_${part}`);
  expect(method).toMatchObject({ id, name, variables });
  expect(createProvider(method)).toMatchObject({ id, name });
});

it("Entra ID needs an issuer: Auth.js's own one lets in the accounts of all tenants", () => {
  expect(oauth(EntraId).variables).toContain("AUTH_MICROSOFT_ENTRA_ID_ISSUER");
});

it("an application on several domains tells browsers on which origins its passkeys work", async () => {
  const request = new Request("http://localhost:3000/.well-known/webauthn");
  const relatedOrigins = ["https://example.com", "https://example.de"];
  signInMethods.splice(0);
  expect(webauthn({ request }).status).toBe(404);
  // A clone may have deleted the method's own file.
  signInMethods.push({ id: "passkey", name: "Passkey", provider: Discord, variables: [], relatedOrigins });
  expect(await webauthn({ request }).json()).toEqual({ origins: relatedOrigins });
});

it("the start refuses a credentials provider with database sessions, and it works with JWTs", () => {
  const password = { id: "password", name: "Password", provider: Credentials({}), variables: [] };
  expect(methodProblems([password], "database")).toEqual([
    expect.stringMatching(/^The sign-in method "Password" is a credentials provider.*strategy: "jwt"/),
  ]);
  expect(methodProblems([password], "jwt")).toEqual([]);
});
