// Sign-in with an OAuth or OpenID provider, from Auth.js or any other.

import "server-only";
import type { Provider } from "@auth/core/providers";
import type { SignInMethod } from "~/server/auth/sign-in-method";

/** {@link SignInMethod} explains each option. */
type Options = Partial<Omit<SignInMethod, "provider" | "relatedOrigins">>;

/**
 * @param provider one of `@auth/core/providers`, such as `Google`, or your own
 * @param options replace the provider's own `id` and `name`, and the usual `variables`: AUTH_<ID>_ID, AUTH_<ID>_SECRET,
 *   and AUTH_<ID>_ISSUER for an OpenID provider that does not know its issuer
 */
export function oauth(provider: Provider, options: Options = {}): SignInMethod {
  const { type, issuer, ...own } = (typeof provider === "function" ? provider({}) : provider) as Known;
  const { id = own.id, name = own.name } = options;
  const parts = ["ID", "SECRET", ...(type === "oidc" && !issuer ? ["ISSUER"] : [])];
  const variables = parts.map((part) => `AUTH_${id.toUpperCase().replaceAll("-", "_")}_${part}`);
  return { variables, ...options, id, name, provider };
}

interface Known {
  id: string;
  name: string;
  type: string;
  issuer?: string;
}

/**
 * @param name the OpenID provider's name, like "Company". In lower case it is the `id`, so the variables are
 *   AUTH_COMPANY_ID, AUTH_COMPANY_SECRET and AUTH_COMPANY_ISSUER
 * @param options see {@link oauth}
 */
export function openId(name: string, options: Options = {}): SignInMethod {
  const id = options.id ?? name.toLowerCase().replaceAll(" ", "-");
  return oauth({ id, name, type: "oidc" }, options);
}
