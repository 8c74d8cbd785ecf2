// Passkey ceremonies with the real handler and without a browser, as the layer's client performs them.

import type { Passkey } from "./passkey";
import type { Answer, Visitor } from "./visitor";

type Action = "register" | "authenticate";

/** The options that the server makes for a ceremony. */
export async function optionsFor(visitor: Visitor, action: Action) {
  return (await (await visitor.get(`/webauthn-options/passkey?action=${action}`)).json()).options;
}

/** Posts an authenticator's response. */
export function answerWith(visitor: Visitor, action: string, credential: object, more = {}): Promise<Answer> {
  return visitor.post("/callback/passkey", { action, data: JSON.stringify(credential), ...more });
}

export async function register(visitor: Visitor, passkey: Passkey): Promise<Answer> {
  return answerWith(visitor, "register", passkey.register(await optionsFor(visitor, "register")));
}

export async function authenticate(visitor: Visitor, passkey: Passkey, more = {}): Promise<Answer> {
  return answerWith(visitor, "authenticate", passkey.authenticate(await optionsFor(visitor, "authenticate")), more);
}
