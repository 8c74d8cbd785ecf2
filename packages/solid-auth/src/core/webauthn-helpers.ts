/** The helpers of the passkey library. It is large, and few requests need it, so the first of them loads it. */
export const webAuthnHelpers = () => import("@simplewebauthn/server/helpers");
