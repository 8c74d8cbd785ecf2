// Sign-in with a passkey. Only signed-in users can add a passkey, so they need another sign-in method first.

import "server-only";
import { Passkey } from "solid-authjs";
import type { SignInMethod } from "~/server/auth/sign-in-method";
import appConfig from "../../../../app.config";

/** @param options see {@link SignInMethod.relatedOrigins} */
export function passkey({ relatedOrigins = [] }: Pick<SignInMethod, "relatedOrigins"> = {}): SignInMethod {
  const provider = () => Passkey({ relayingParty: { name: appConfig.name }, relatedOrigins });
  return { id: "passkey", name: "Passkey", provider, variables: [], relatedOrigins };
}
