// The Auth.js integration for SolidStart, server side. It knows @auth/core and SolidStart and nothing of this application.
// What runs in the browser is in ./client.

export { customFetch, skipCSRFCheck } from "@auth/core";
export { AuthError, CredentialsSignin } from "@auth/core/errors";
export type { Account, Profile, Session, User } from "@auth/core/types";
export { emailOrNull, InvalidEmailAddress, normalizeEmail } from "./email";
export { SolidAuth } from "./handler";
export { signIn, signOut, update } from "./server/actions";
export { bindAuth } from "./server/bind";
export { getCsrfToken, getMailRequest, rememberCallbackUrl } from "./server/forms";
export { type AuthTarget, getOrigin, getProviderOrigins, readTarget } from "./server/routes";
export { getSession, getSessionDetails, type SessionDetails } from "./server/session";
export type { SolidAuthAdapter, SolidAuthConfig, SolidAuthHandlers, SolidAuthPages } from "./types";
