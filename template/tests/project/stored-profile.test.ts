// Names and pictures from before they were checked, in rows of the database.

import { expect, it } from "vitest";
import { STRATEGIES } from "../../../packages/solid-authjs/test/support/application";
import { useOAuth } from "../../../packages/solid-authjs/test/support/oauth";
import { errorOf } from "../../../packages/solid-authjs/test/support/visitor";
import { useProviderApplication } from "../support/provider-application";

const oauth = useOAuth();
const application = useProviderApplication();

it.each(STRATEGIES)(
  "a row with a long name and a whole picture still signs its user in, sessions by %s",
  async (strategy) => {
    const account = { type: "oauth", provider: "custom", providerAccountId: "7" };
    await application.prisma.user.create({
      data: {
        email: "ada@example.com",
        name: "x".repeat(20_000),
        image: `data:image/png;base64,${"A".repeat(12_000)}`,
        accounts: { create: account },
      },
    });
    const newBrowser = await application.open(oauth.provider(), strategy);
    const visitor = newBrowser();
    expect(errorOf(await oauth.signIn(visitor))).toBeNull();
    expect(visitor.cookieHeader().length).toBeLessThan(4000);
    const { user } = (await visitor.session()) ?? {};
    expect(user).toMatchObject({ email: "ada@example.com", name: "x".repeat(100), image: null });
  },
);
