// Sign-in with a passkey. Only signed-in users can add one, so they need another sign-in method first.

import "server-only";
import { Passkey } from "solid-authjs";
import appConfig from "../../../../app.config";

export default () => Passkey({ relayingParty: { name: appConfig.name }, relatedOrigins: appConfig.relatedOrigins });
