// The `test` of recipes.spec.ts. Its two copies of the project each lack another sign-in method, and that for JWT
// sessions has PostgreSQL only; first-changes.spec.ts has the rest of docs/first-changes.md, and SQLite only.

import { serveOpenId } from "../../../../packages/solid-authjs/test/support/openid.ts";
import { simulatedGitHub } from "../../../../scripts/dev/github.ts";
import type { Mailbox } from "../../../../scripts/dev/mailbox.ts";
import { type App, CREDENTIALS, startApp } from "../../../../tests/support/app.ts";
import { serveFetch } from "../../../../tests/support/peer.ts";
import {
  isPostgreSqlHere,
  newPostgreSqlDatabase,
  startPostgreSql,
} from "../../../../tests/support/postgresql/server.ts";
import { test as base } from "../../../../tests/support/test.ts";
import { isNight } from "../../../night.ts";
import { NPM_TEST_TIMEOUT_MS, npmTest } from "../npm-test.ts";
import { expectNoOther } from "../one-engine.ts";
import { WEBHOOK_SECRET } from "../payment-provider.ts";
import { BUILT_COPY, newCopy } from "../recipe-copy.ts";
import { copyWithRecipes, WITH_JWT } from "../recipes.ts";
import { setUp } from "../setup.ts";

/** Of the variable that makes the first administrator. */
export const ADMIN = "admin@example.com";
const API_KEY = "key-1";

/** Deeper than a clone's folder usually is, with spaces and a letter beyond ASCII. */
const FOLDER = "another place/with some/näme of its own";

/** The other steps of `npm test`. */
const BEFORE_BROWSER = ["types", "lint", ...(isNight ? ["unit"] : []), "build"];

interface Site extends App {
  folder: string;
  env: Record<string, string | undefined>;
  /** How often the application has refreshed a token at GitHub. */
  refreshes: () => number;
  /** What the application has sent to Sentry and to OpenTelemetry's collector: each body, after its path. */
  collected: string[];
}

export const test = base.extend<object, { app: Site; jwtApp: App & Pick<Site, "folder"> }>({
  app: [
    async ({ browserName: _ }, use) => {
      const built = process.env[BUILT_COPY];
      const folder = built ?? newCopy(FOLDER);
      if (!built) npmTest(folder, ...BEFORE_BROWSER);
      const mails: Mailbox["mails"] = [];
      const gitHub = gitHubApp();
      const collected: string[] = [];
      let app: App | undefined;
      const peers = [
        await serveFetch(mailApi(mails)),
        await serveFetch(gitHub.answer),
        await serveOpenId(() => `${app?.origin}/api/auth/callback/company`),
        await serveFetch(async (request) => {
          collected.push(`${new URL(request.url).pathname} ${await request.text()}`);
          return Response.json({});
        }),
      ];
      const env = {
        EMAIL_SERVER: `${peers[0]?.url}/emails`,
        EMAIL_API_KEY: API_KEY,
        AUTH_GITHUB_URL: peers[1]?.url,
        AUTH_COMPANY_ID: "client-1",
        AUTH_COMPANY_SECRET: "client-secret-1",
        AUTH_COMPANY_ISSUER: peers[2]?.url,
        AUTH_DISCORD_ID: "discord-1",
        AUTH_DISCORD_SECRET: "discord-secret-1",
        AUTH_GOOGLE_ID: "google-1",
        AUTH_GOOGLE_SECRET: "google-secret-1",
        WEBHOOK_SECRET,
        MUTANT: process.env.MUTANT,
        ADMIN_EMAIL: ADMIN,
        SIGN_UP_ALLOWED: "example.com, ada@example.org",
        SENTRY_DSN: `${peers[3]?.url.replace("//", "//key@")}/1`,
        OTEL_EXPORTER_OTLP_ENDPOINT: peers[3]?.url,
      };
      app = await startApp(folder, env);
      const mailbox = { ...app.mailbox, mails };
      await use(Object.assign(app, { folder, env, mailbox, refreshes: gitHub.refreshes, collected }));
      await app.stop();
      for (const peer of peers) await peer.close();
    },
    { scope: "worker", timeout: NPM_TEST_TIMEOUT_MS },
  ],
  jwtApp: [
    async ({ browserName: _ }, use) => {
      const folder = copyWithRecipes("recipes-jwt", WITH_JWT, setUpWithoutMail);
      npmTest(folder, ...BEFORE_BROWSER);
      const server = isPostgreSqlHere() ? await startPostgreSql() : undefined;
      const DATABASE_URL = server && (await newPostgreSqlDatabase(server.url));
      const app = await startApp(folder, { ADMIN_EMAIL: ADMIN, ...(DATABASE_URL && { DATABASE_URL }) });
      await use(Object.assign(app, { folder }));
      await app.stop();
      await server?.stop();
    },
    { scope: "worker", timeout: NPM_TEST_TIMEOUT_MS },
  ],
});

/** Debian's package is called postgresql. */
function setUpWithoutMail(folder: string): void {
  setUp(folder, "--sign-in", "passkey,github", "--database", isPostgreSqlHere() ? "postgresql" : "both");
  if (isPostgreSqlHere()) expectNoOther("postgresql", folder);
}

/** Resend's API: accepts mails from a client that has the key. */
function mailApi(mails: Mailbox["mails"]) {
  return async (request: Request): Promise<Response> => {
    if (request.headers.get("authorization") !== `Bearer ${API_KEY}`) return new Response(null, { status: 401 });
    const { from, to, subject, text, html, headers } = await request.json();
    if (to.startsWith("refused.")) return Response.json({ message: `No mail to ${to}.` }, { status: 422 });
    const [, name, address] = from.match(/^(.*) <(.*)>$/);
    mails.push({ from: { name, address }, to: [{ name: "", address: to }], subject, text, html, headers } as never);
    return Response.json({ id: "1" });
  };
}

/** The simulated GitHub as a GitHub App: its tokens expire, and are refreshed. */
function gitHubApp() {
  const answer = simulatedGitHub({ basePath: "", ...CREDENTIALS });
  let accessToken = "";
  let refreshes = 0;
  return {
    refreshes: () => refreshes,
    async answer(request: Request): Promise<Response> {
      if (!request.url.endsWith("/login/oauth/access_token")) return answer(request);
      const fields = new URLSearchParams(await request.clone().text());
      const expiring = { refresh_token: `ghr_${refreshes}`, expires_in: 28_800 };
      if (fields.get("grant_type") === "refresh_token") {
        const isKnown =
          fields.get("refresh_token") === "ghr_0" && fields.get("client_secret") === CREDENTIALS.clientSecret;
        if (!isKnown) return Response.json({ error: "bad_refresh_token" });
        refreshes += 1;
        return Response.json({ access_token: accessToken, token_type: "bearer", scope: "", ...expiring });
      }
      const granted = await (await answer(request)).json();
      accessToken = granted.access_token;
      return Response.json({ ...granted, ...expiring });
    },
  };
}
