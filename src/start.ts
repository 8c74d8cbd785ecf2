// The Nitro plugin that runs before the server listens: the Node version, the environment, the migrations; and the doorkeeper for
// requests that nothing behind it could answer.
// What the server imports is loaded only after the version has been checked.

import { definePlugin } from "nitro";
import { errorPage } from "./server/error-page";
import { STATIC_HEADERS } from "./server/security-headers";

/** better-sqlite3's binary crashes older ones without a word. */
const MIN_NODE_MAJOR = 22;

/** What a production start needs, as lines for `.env` that try the build on one's own machine. */
const LOCAL_ENVIRONMENT = `To try this build on your own machine, put these lines into .env and run "npm start":

  AUTH_SECRET=<the output of: openssl rand -base64 33>
  AUTH_URL=http://localhost:3000
  DATABASE_URL=file:./data/app.db
  EMAIL_SERVER=smtp://localhost:1025
  EMAIL_FROM=sign-in@localhost
`;

await start();

export default definePlugin((app) => {
  const { fetch, hooks } = app;
  app.fetch = (request) =>
    hasAddress(request) ? fetch(request) : errorPage(request, 400, { headers: STATIC_HEADERS });
  // What a file of the last build was is not there for ever: a cached 404 would outlive the next deployment.
  hooks.hook("response", ({ status, headers }) => {
    if (status >= 400) headers.set("cache-control", "no-store");
  });
});

/** Some Host headers fit into no URL (`localhost:99999`). Reading the address then throws, outside of every error handler. */
function hasAddress(request: Request): boolean {
  try {
    return URL.canParse(request.url);
  } catch {
    return false;
  }
}

async function start(): Promise<void> {
  const { node } = process.versions;
  if (Number(node.split(".")[0]) < MIN_NODE_MAJOR)
    refuse([`Node ${node} is too old: the server needs ${MIN_NODE_MAJOR} or newer. (npm scripts bring their own.)`]);

  const { EnvironmentError, env } = await import("./server/env");
  try {
    env();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    refuse(error.problems, import.meta.env.PROD ? LOCAL_ENVIRONMENT : "");
  }

  const [{ driver }, { migrate }, { log }] = await Promise.all([
    import("./server/database/client"),
    import("./server/database/migrate"),
    import("./server/log"),
  ]);
  const connection = await driver().connect();
  for (const name of await migrate(connection)) log.info(`database: applied migration ${name}`);
  await connection.dispose();
}

function refuse(problems: string[], help = ""): never {
  console.error(`\nThe server does not start:\n\n${problems.map((problem) => `  - ${problem}`).join("\n")}\n\n${help}`);
  process.exit(1);
}
