// The layer in the browser: its public names. A page loads only the files of those that it uses: ../package.json tells
// bundlers that no file has side effects.

export { announceSession, onSessionChange } from "./announce";
export {
  type PasskeyError,
  type PasskeyFacts,
  registerPasskey,
  signalPasskeys,
  signInWithPasskey,
  supportsPasskeys,
} from "./passkeys";
export { configureClient, type SignInResult } from "./requests";
export { useSession } from "./session";
export { getProviders, type PublicProvider, type SignInOptions, signIn, signOut, update } from "./sign-in";
