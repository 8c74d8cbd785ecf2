// The Nitro plugin that runs before the server listens. It checks the Node version and the environment, and applies the
// migrations. A package's binary, which crashes an older Node, is loaded only after the check of the Node version. (The
// server is one file: its imports from Node and from packages run before the check, so old versions have to be able to
// read them, too.)

import { isMainThread } from "node:worker_threads";
import { definePlugin } from "nitro";
import { checkSignInMethods } from "solid-authjs/environment";
import { serve } from "start-kit/server";
import { engines } from "./engines";
import { errorResponse } from "./http/error-page";
import { STATIC_HEADERS } from "./http/security-headers";
import { refuse, refuseToListen } from "./refuse";

/** The binary of better-sqlite3 crashes older versions without a message. */
const MIN_NODE_MAJOR = 22;

const HOW_TO_MIGRATE = "Start once with DATABASE_MIGRATIONS=only, which applies them and ends.";

/** The variables that production needs, as lines for `.env`, to try the build locally. */
const LOCAL_ENVIRONMENT = `To try this build on your own machine, put these lines into .env and run "npm start":

  AUTH_SECRET=<the output of: openssl rand -base64 33>
  AUTH_URL=http://localhost:3000
  DATABASE_URL=${engines.exampleUrl}
  EMAIL_SERVER=smtp://localhost:1025
  EMAIL_FROM=sign-in@localhost
`;

// Writing to the log fails if the program that reads the log has ended. Without this handler, the log entry of the
// failure fails again, in an endless loop. In development the module runs again after a change.
for (const stream of [process.stdout, process.stderr])
  if (stream.listenerCount("error") === 0) stream.on("error", () => {});

await start();
const { log } = await import("./log");
const { env } = await import("./env");

export default definePlugin((app) => {
  const { h3, hooks } = app;
  // src/server/middleware/last-resort.ts logs errors.
  if (h3) h3.config.silent = true;
  serve(app, {
    log,
    seconds: env().shutdownSeconds,
    cannotListen: refuseToListen,
    refuse: (request) => errorResponse(request, 400, { headers: STATIC_HEADERS }),
  });
  hooks.hook("close", async () => (await import("./database/client")).closeDatabase());
  // Never cache errors: a missing asset may exist after the next deployment.
  hooks.hook("response", (response) => {
    if (response.status >= 400) response.headers.set("cache-control", "no-store");
    // Nitro sends this header only to clients that accept a compressed file. Without the header, a cache gives the
    // plain file to all clients.
    if (response.headers.has("etag") && !response.headers.has("vary")) response.headers.set("vary", "Accept-Encoding");
  });
});

async function start(): Promise<void> {
  const { node } = process.versions;
  if (Number(node.split(".")[0]) < MIN_NODE_MAJOR)
    refuse([`Node ${node} is too old: the server needs ${MIN_NODE_MAJOR} or newer. (npm scripts bring their own.)`]);

  const { env, environmentProblems, trimEnvironment } = await import("./env");
  trimEnvironment();
  const [{ SIGN_IN_METHODS, signInMethods }, { methodProblems }, { configProblems }, { default: appConfig }] =
    await Promise.all([
      import("./auth/sign-in-methods"),
      import("./auth/sign-in-method"),
      import("./config-problems"),
      import("../../app.config"),
    ]);
  const { PROD } = import.meta.env;
  const problems = [
    ...environmentProblems(),
    ...checkSignInMethods(SIGN_IN_METHODS, process.env, PROD),
    ...methodProblems(signInMethods, appConfig.session.strategy),
    ...configProblems(appConfig),
  ];
  if (problems.length > 0) refuse(problems, PROD ? LOCAL_ENVIRONMENT : "");

  try {
    await migrateDatabase();
  } catch (error) {
    const problem = engines.problem(error, env().databaseUrl);
    if (!problem) throw error;
    refuse([problem]);
  }
}

async function migrateDatabase(): Promise<void> {
  const [{ migrate, pendingMigrations }, { env }, { log }] = await Promise.all([
    import("./database/migrations"),
    import("./env"),
    import("./log"),
  ]);
  const { databaseUrl, databaseMigrations } = env();
  // The development server runs this again in a thread when a file changes. A new migration has to be read before it is
  // applied.
  if (!isMainThread) {
    const waiting = await pendingMigrations(databaseUrl);
    for (const name of waiting) log.warn(`database: migration ${name} waits. Apply it: npm run db:migrate`);
    return;
  }
  if (databaseMigrations === "check") {
    const waiting = await pendingMigrations(databaseUrl);
    if (waiting.length > 0) refuse([`These migrations are not applied: ${waiting.join(", ")}. ${HOW_TO_MIGRATE}`]);
    return;
  }
  for (const name of await migrate(databaseUrl)) log.info(`database: applied migration ${name}`);
  if (databaseMigrations === "only") process.exit(0);
}
