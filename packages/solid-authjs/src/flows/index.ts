// The flows, in the order in which they see a request. If two flows wrap the same method, the wrapper of the later flow
// runs first. If the order of two flows matters, a line says why; their tests fail if they change places.

import type { Action, Flow, FlowContext, StartFlow } from "../context.ts";
import { deviceBound, isOnItsDevice } from "../features/device-bound/flow.ts";
import { emailLink } from "../features/email/flow.ts";
import { authorization } from "../features/oauth/authorization.ts";
import { connect } from "../features/oauth/connect.ts";
import { endSession } from "../features/oauth/end-session.ts";
import { formPost } from "../features/oauth/form-post.ts";
import { providerError } from "../features/oauth/provider-error.ts";
import { providerMetadata } from "../features/oauth/provider-metadata.ts";
import { providerTime } from "../features/oauth/provider-time.ts";
import { signedChecks } from "../features/oauth/signed-checks.ts";
import { userInfo } from "../features/oauth/user-info.ts";
import { passkey } from "../features/passkey/flow.ts";
import type { ResolvedProvider } from "../types.ts";
import { firstSignIn } from "./first-sign-in.ts";
import { otherUser } from "./other-user.ts";
import { pages } from "./pages.ts";
import { presence } from "./presence.ts";
import { sessionLifetime } from "./session-lifetime.ts";
import { sessionReading } from "./session-reading.ts";
import { sessionRenewal } from "./session-renewal.ts";
import { signingOut } from "./sign-out.ts";

/** The requests for which a flow starts: by their actions, and by the kind of their provider. */
interface Asked {
  actions?: Action[];
  providers?: ResolvedProvider["type"][];
}

const OAUTH: Asked["providers"] = ["oauth", "oidc"];
const BACK_FROM_PROVIDER: Asked = { actions: ["callback"], providers: OAUTH };

const FLOWS: [start: StartFlow, asked?: Asked][] = [
  [pages],
  [formPost, BACK_FROM_PROVIDER],
  [otherUser],
  [authorization, { actions: ["signin"], providers: OAUTH }],
  [signedChecks, { actions: ["signin", "callback"], providers: OAUTH }],
  // The next two flows seal a hash of the cookies that `signedChecks` has signed.
  [presence, { actions: ["signin", "callback"] }],
  [connect, { actions: ["signin", "callback"], providers: OAUTH }],
  [providerError, BACK_FROM_PROVIDER],
  [providerTime, { providers: OAUTH }],
  [providerMetadata, { providers: OAUTH }],
  [userInfo, { actions: ["callback"], providers: ["oidc"] }],
  [passkey, { actions: ["webauthn-options", "callback"], providers: ["webauthn"] }],
  [firstSignIn, { actions: ["callback"], providers: ["email"] }],
  // This flow hides the user of a second press from core, and `firstSignIn` has to find that user.
  [emailLink, { providers: ["email"] }],
  [sessionLifetime],
  [sessionRenewal, { actions: ["callback"] }],
  [deviceBound],
  [sessionReading, { actions: ["session"] }],
  [signingOut, { actions: ["signout"] }],
  [endSession, { actions: ["callback", "signout"] }],
];

/** Whether this browser may use a session whose row was read. */
export const mayUse = isOnItsDevice;

/** @returns the flows for a request */
export function startFlows(context: FlowContext): Flow[] {
  const { action, provider } = context.request;
  return FLOWS.flatMap(([start, { actions, providers } = {}]) => {
    const isAsked =
      (actions?.includes(action) ?? true) && (!providers || (provider && providers.includes(provider.type)));
    return isAsked ? (start(context) ?? []) : [];
  });
}
