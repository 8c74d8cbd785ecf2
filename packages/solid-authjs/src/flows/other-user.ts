// A press on the page of another user than the one who is signed in.
//
// Threat: an account that gets what is another's. A page is open, and in another tab its user signs out and someone
// else signs in. The next press on the page would act for the second user: "Connect" would add the first user's account
// at a provider, and with it a way in. The CSRF token is the browser's, and says nothing of the user. So a form can
// name the user whom its page shows, in the field `user`. For any other user it changes nothing.

import type { AuthRequest, FlowContext, StartFlow } from "../context.ts";
import { OTHER_USER } from "../errors.ts";
import { isOAuth } from "../resolved-config.ts";
import { readJwt, signedInUser } from "../signed-in.ts";

export const otherUser: StartFlow = (context) => {
  const { request, outcome } = context;
  const isOptions = request.action === "webauthn-options";
  const shown = isOptions ? request.url.searchParams.get("user") : request.body.user;
  if (!shown || !actsForUser(request)) return undefined;
  return {
    async before() {
      const present = await presentUser(context);
      // A visitor who is signed out is asked to sign in, or is done with signing out.
      if (!present || present === String(shown)) return undefined;
      if (!isOptions && request.action !== "session") return OTHER_USER;
      outcome.failure = OTHER_USER;
      return Response.json({ error: "Another user is signed in." }, { status: 409 });
    },
  };
};

/** @returns the id. Signing out ends a JWT without the database, which may be away */
async function presentUser(context: FlowContext): Promise<string | undefined> {
  const { config, request } = context;
  if (request.action === "signout" && config.session.strategy === "jwt") return (await readJwt(context))?.sub;
  return (await signedInUser(context))?.id;
}

/** Other callbacks have fields of their own: Apple sends one called `user`, and so may a form with a password. */
function actsForUser({ action, provider }: AuthRequest): boolean {
  if (provider) return provider.type === "webauthn" || (action === "signin" && isOAuth(provider));
  return action === "signout" || action === "session";
}
