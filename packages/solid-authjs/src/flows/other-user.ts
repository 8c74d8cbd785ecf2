// A press on the page of another user than the signed-in one.
//
// Threat: an account gets something that belongs to another user. A user leaves a page open, and signs out in another
// tab, where another user signs in. Without this flow, the next press on the page acts for the second user: "Connect"
// adds the first user's account at a provider, and with it a way in. The CSRF token belongs to the browser, and does
// not identify the user. So a form can name the user whom its page shows, in the field `user`. For any other user the
// form changes nothing.

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
      // A signed-out visitor has to sign in, or has already signed out.
      if (!present || present === String(shown)) return undefined;
      if (!isOptions && request.action !== "session") return OTHER_USER;
      outcome.failure = OTHER_USER;
      return Response.json({ error: "Another user is signed in." }, { status: 409 });
    },
  };
};

/** @returns the id of the signed-in user. A sign-out ends a JWT without the database, which may be down */
async function presentUser(context: FlowContext): Promise<string | undefined> {
  const { config, request } = context;
  if (request.action === "signout" && config.session.strategy === "jwt") return (await readJwt(context))?.sub;
  return (await signedInUser(context))?.id;
}

/** Other callbacks have their own fields: Apple sends one called `user`, and a form with a password may, too. */
function actsForUser({ action, provider }: AuthRequest): boolean {
  if (provider) return provider.type === "webauthn" || (action === "signin" && isOAuth(provider));
  return action === "signout" || action === "session";
}
