// Signing in with a passkey. Signed-in users add passkeys, so another sign-in method comes first.

import "server-only";
import Passkey from "@auth/core/providers/passkey";
import appConfig from "../../../../app.config";

export default () => Passkey({ relayingParty: { name: appConfig.name } });
