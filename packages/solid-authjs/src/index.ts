// The Auth.js integration for SolidStart and Solid 2: the public names on the server. It imports @auth/core, and
// nothing of this application. client/ runs in the browser. server/ has the functions for pages and actions. handler.ts
// answers the auth route: it reads the request, runs it through flows/, and calls @auth/core, whose configuration core/
// wraps.

export { customFetch, skipCSRFCheck } from "@auth/core";
export { AuthError, CredentialsSignin } from "@auth/core/errors";
export type { Account, Profile, Session, User } from "@auth/core/types";
export { ownCookieNames, requestCookies } from "./cookies.ts";
export { type Device, type DeviceKind, deviceOf } from "./devices.ts";
export { emailOrNull, InvalidEmailAddress, isOwnSpelling, normalizeEmail } from "./email.ts";
export { authenticatorName } from "./features/passkey/authenticators.ts";
export { Passkey, relatedOriginProblems } from "./features/passkey/provider.ts";
export { userHandleOf } from "./features/passkey/webauthn.ts";
export { type ProviderTokens, sealedTokens } from "./features/provider-tokens/seal.ts";
export { SolidAuth } from "./handler.ts";
export { lifetimeProblems } from "./lifetime-problems.ts";
export { type MailRefusal, mailRefusalOf } from "./mail-refusals.ts";
export {
  type CheckedProfile,
  checkedProfile,
  imageOrNull,
  nameOrNull,
  plainLines,
  plainText,
} from "./profile.ts";
export type { AuthRoute } from "./request.ts";
export { signIn, signOut, update } from "./server/actions.ts";
export { bindAuth } from "./server/bind.ts";
export type { PendingLink } from "./server/forms.ts";
export { getSession } from "./server/session.ts";
export { startSession } from "./server/start-session.ts";
export type {
  AuthReport,
  Grant,
  MailParameters,
  SessionDetails,
  SessionGrant,
  SolidAuthAdapter,
  SolidAuthConfig,
  SolidAuthEmailOptions,
  SolidAuthEvents,
  SolidAuthHandlers,
  SolidAuthPages,
  SolidAuthProviderOptions,
  TokenColumns,
} from "./types.ts";
