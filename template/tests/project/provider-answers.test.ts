// What a provider has said before, with the application's configuration.

import { expect, it } from "vitest";
import { STRATEGIES } from "../../../packages/solid-authjs/test/support/application";
import { useOAuth } from "../../../packages/solid-authjs/test/support/oauth";
import { errorOf } from "../../../packages/solid-authjs/test/support/visitor";
import { useProviderApplication } from "../support/provider-application";

const oauth = useOAuth();
const application = useProviderApplication();

it.each(STRATEGIES)(
  "a row from before names and pictures were checked still signs its user in, with bounded ones, under %s",
  async (strategy) => {
    const [id, email] = ["7", "ada@example.com"];
    const account = { type: "oauth", provider: "custom", providerAccountId: id };
    const image = `data:image/png;base64,${"A".repeat(12_000)}`;
    const data = { email, name: "x".repeat(20_000), image, accounts: { create: account } };
    await application.prisma.user.create({ data });
    oauth.profile = { id, email, name: "Ada" };
    const visitor = (await application.open([oauth.provider()], { strategy }))();
    expect(errorOf(await oauth.signIn(visitor))).toBeNull();
    expect(visitor.cookieHeader().length).toBeLessThan(4000);
    expect(await visitor.session()).toMatchObject({ user: { email, name: "x".repeat(100), image: null } });
  },
);
