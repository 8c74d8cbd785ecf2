// The flows, in the order in which they see a request. Of two that wrap the same method, the later one is the outer
// one.

import type { Flow, FlowContext } from "../context.ts";
import { authorization } from "./authorization.ts";
import { connect } from "./connect.ts";
import { deviceBound } from "./device-bound.ts";
import { emailLink } from "./email-link.ts";
import { endSession } from "./end-session.ts";
import { firstSignIn } from "./first-sign-in.ts";
import { formPost } from "./form-post.ts";
import { otherUser } from "./other-user.ts";
import { pages } from "./pages.ts";
import { passkey } from "./passkey.ts";
import { presence } from "./presence.ts";
import { providerError } from "./provider-error.ts";
import { providerMetadata } from "./provider-metadata.ts";
import { providerTime } from "./provider-time.ts";
import { sessionLifetime } from "./session-lifetime.ts";
import { sessionReading } from "./session-reading.ts";
import { sessionRenewal } from "./session-renewal.ts";
import { signingOut } from "./sign-out.ts";
import { signedChecks } from "./signed-checks.ts";
import { userInfo } from "./user-info.ts";

const FLOWS = [
  pages,
  formPost,
  otherUser,
  authorization,
  signedChecks,
  presence,
  connect,
  providerError,
  providerTime,
  providerMetadata,
  userInfo,
  passkey,
  firstSignIn,
  emailLink,
  sessionLifetime,
  sessionRenewal,
  deviceBound,
  sessionReading,
  signingOut,
  endSession,
];

/** @returns the flows that a request is for */
export function startFlows(context: FlowContext): Flow[] {
  return FLOWS.flatMap((start) => start(context) ?? []);
}
