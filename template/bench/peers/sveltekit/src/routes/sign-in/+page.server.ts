import { redirect } from "@sveltejs/kit";
import { auth } from "../../auth";

export const actions = {
  async default() {
    const { url } = await auth.api.signInSocial({ body: { provider: "github", callbackURL: "/protected" } });
    redirect(303, url, { external: true });
  },
};
