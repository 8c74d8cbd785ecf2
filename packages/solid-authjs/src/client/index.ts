// The public names of the layer in the browser. A page loads only the files that it uses: ../package.json tells
// bundlers that no file has side effects.

export {
  type PasskeyError,
  type PasskeyFacts,
  registerPasskey,
  signalPasskeys,
  signInWithPasskey,
  supportsPasskeys,
} from "../features/passkey/client.ts";
export { announceSession, onSessionChange } from "./announce.ts";
export { ANSWER_TIMEOUT_MS, configureClient, postForm, type SignInResult } from "./requests.ts";
export { useSession } from "./session.ts";
export { getProviders, type PublicProvider, type SignInOptions, signIn, signOut, update } from "./sign-in.ts";
export { createSignInLock, type SignInLock } from "./sign-in-lock.ts";
