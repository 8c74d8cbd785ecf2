// Better Auth as its documentation describes it: one configuration, the handler for its routes, a pool of `pg`, and the
// session read through its API. Its defaults for production are on, with rate limits in memory. `node:http` serves it
// and no framework renders the pages, so its processor time is a lower bound. Statements and round trips compare fully.
// `pg` and `nodemailer` are this project's, so that all servers have the same. The benchmark installs its packages, so
// there are no types before.
// @ts-nocheck

import { createServer } from "node:http";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { fromNodeHeaders, toNodeHandler } from "better-auth/node";
import { genericOAuth, magicLink } from "better-auth/plugins";
import { createTransport } from "nodemailer";
import { Pool } from "pg";

const { AUTH_GITHUB_ID, AUTH_GITHUB_SECRET, AUTH_GITHUB_URL, EMAIL_FROM, EMAIL_SERVER } = process.env;

const transport = createTransport(EMAIL_SERVER);

const auth = betterAuth({
  baseURL: process.env.AUTH_URL,
  database: new Pool({ connectionString: process.env.DATABASE_URL }),
  plugins: [
    magicLink({
      sendMagicLink: ({ email, url }) =>
        transport.sendMail({ from: EMAIL_FROM, to: email, subject: "Sign in", text: `Sign in: ${url}` }),
    }),
    // The URLs of its own provider for GitHub are fixed.
    genericOAuth({
      config: [
        {
          providerId: "github",
          clientId: AUTH_GITHUB_ID,
          clientSecret: AUTH_GITHUB_SECRET,
          authorizationUrl: `${AUTH_GITHUB_URL}/login/oauth/authorize`,
          tokenUrl: `${AUTH_GITHUB_URL}/login/oauth/access_token`,
          scopes: ["read:user", "user:email"],
          getUserInfo: gitHubUser,
        },
      ],
    }),
  ],
});

/** Takes the primary address, as Better Auth's own provider for GitHub does. */
async function gitHubUser({ accessToken }) {
  const read = async (path) => {
    const headers = { authorization: `Bearer ${accessToken}` };
    return (await fetch(`${AUTH_GITHUB_URL}/api/v3${path}`, { headers })).json();
  };
  const { id, login, name, avatar_url: image } = await read("/user");
  const { email, verified } = (await read("/user/emails")).find(({ primary }) => primary);
  return { id, name: name ?? login, email, emailVerified: verified, image };
}

await (await getMigrations(auth.options)).runMigrations();

const handleAuth = toNodeHandler(auth);

const server = createServer(async (request, response) => {
  const send = (body) => response.writeHead(200, { "content-type": "text/html" }).end(page(body));
  if (request.url.startsWith("/api/auth/")) await handleAuth(request, response);
  else if (request.url === "/") send("<h1>Home</h1>");
  else if (request.url === "/sign-in") send("<h1>Sign in</h1>");
  else {
    const session = await auth.api.getSession({ headers: fromNodeHeaders(request.headers) });
    if (session) send(`<h1>Hello, ${session.user.email}</h1>`);
    else response.writeHead(302, { location: "/" }).end();
  }
});

server.listen(Number(process.env.PORT), process.env.HOST);

function page(body) {
  return `<!DOCTYPE html><html lang="en"><body>${body}</body></html>`;
}
