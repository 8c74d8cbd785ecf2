// The path of the sign-in page (src/routes/sign-in), for all links and redirects to it.

export const SIGN_IN = "/sign-in";

/** @param query parameters of the page: `error`, which it explains, with its `code`; `callbackUrl`, where it leads */
export const signInWith = (query: Record<string, string>) => `${SIGN_IN}?${new URLSearchParams(query)}`;

/** @returns the sign-in page for a visitor, or for a user who is signed in and whom the page would lead away */
export const signInFor = (user: unknown) => (user ? signInWith({ fresh: "true" }) : SIGN_IN);

/** The page where a user has to sign in again before the account page. */
export const SIGN_IN_AGAIN = signInWith({ error: "FreshSignInRequired", callbackUrl: "/account" });
