// The flows, in the order in which they see a request. Of two that wrap the same method, the later one is the outer
// one.

import type { Exchange, Flow } from "../exchange";
import { connect } from "./connect";
import { emailLink } from "./email-link";
import { formPost } from "./form-post";
import { pages } from "./pages";
import { passkey } from "./passkey";
import { providerTime } from "./provider-time";
import { sessionLifetime } from "./session-lifetime";
import { sessionReading } from "./session-reading";
import { sessionRenewal } from "./session-renewal";
import { signOut } from "./sign-out";

const FLOWS = [
  pages,
  formPost,
  connect,
  providerTime,
  passkey,
  emailLink,
  sessionLifetime,
  sessionRenewal,
  sessionReading,
  signOut,
];

/** @returns the flows that a request is for */
export function startFlows(exchange: Exchange): Flow[] {
  return FLOWS.flatMap((start) => start(exchange) ?? []);
}
