// The Nitro plugin that runs before the server listens. It checks the Node version and the environment, and applies the migrations. It also
// answers requests that no later handler can. The server's own modules are imported only after the check of the Node version.

import { definePlugin } from "nitro";
import { errorPage } from "../server/http/error-page";
import { STATIC_HEADERS } from "../server/http/security-headers";
import { listeningProblem, refuse } from "./listening";

/** The binary of better-sqlite3 crashes older versions without a message. */
const MIN_NODE_MAJOR = 22;

/** The default of Nitro. */
const DEFAULT_PORT = 3000;

/** Error codes of the file system and of SQLite that are not faults of our code. */
const FILE_PROBLEM = /^(E[A-Z]+|SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|NOTADB|PERM|READONLY)\w*)$/;

/** The variables that production needs, as lines for `.env`, to try the build locally. */
const LOCAL_ENVIRONMENT = `To try this build on your own machine, put these lines into .env and run "npm start":

  AUTH_SECRET=<the output of: openssl rand -base64 33>
  AUTH_URL=http://localhost:3000
  DATABASE_URL=file:./data/app.db
  EMAIL_SERVER=smtp://localhost:1025
  EMAIL_FROM=sign-in@localhost
`;

// Writing to the log fails if its reader is gone. If the failure were unhandled, logging it would fail again, in an endless loop.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

await start();
if (import.meta.env.PROD) await reportUnhandled();

export default definePlugin((app) => {
  const { fetch, h3, hooks } = app;
  // src/nitro/error-handler.ts logs errors.
  if (h3) h3.config.silent = true;
  app.fetch = (request) =>
    hasAddress(request) ? fetch(request) : errorPage(request, 400, { headers: STATIC_HEADERS });
  // Never cache errors: a missing asset may exist after the next deployment.
  hooks.hook("response", ({ status, headers }) => {
    if (status >= 400) headers.set("cache-control", "no-store");
  });
});

/** Some Host headers make an invalid URL (`localhost:99999`). Reading the URL then throws outside of every error handler. */
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

  const [{ env, environmentProblems }, { signInMethodProblems }] = await Promise.all([
    import("../server/env"),
    import("../server/auth/sign-in-methods"),
  ]);
  const { PROD } = import.meta.env;
  const problems = [...environmentProblems(), ...signInMethodProblems(process.env, PROD)];
  if (problems.length > 0) refuse(problems, PROD ? LOCAL_ENVIRONMENT : "");

  // In development, Vite listens, as its flags say.
  const problem = PROD ? await productionListeningProblem() : undefined;
  if (problem) refuse([problem]);

  try {
    await migrateDatabase();
  } catch (error) {
    const reason = databaseProblem(error);
    if (!reason) throw error;
    refuse([`The database ${env().databaseUrl} cannot be used: ${reason}. DATABASE_URL says where it is.`]);
  }
}

/** Errors that no code awaits. Nitro keeps the server running, and prints them as text too. */
async function reportUnhandled(): Promise<void> {
  const { log } = await import("../server/log");
  process.on("unhandledRejection", (error) => log.error("unhandled rejection", error));
  process.on("uncaughtException", (error) => log.error("uncaught exception", error));
}

/** Nitro listens as these variables say. */
function productionListeningProblem(): Promise<string | undefined> {
  const { NITRO_PORT, PORT, NITRO_HOST, HOST } = process.env;
  return listeningProblem(Number((NITRO_PORT ?? PORT) || DEFAULT_PORT), NITRO_HOST || HOST || undefined);
}

async function migrateDatabase(): Promise<void> {
  const [{ driver }, { migrate }, { log }] = await Promise.all([
    import("../server/database/client"),
    import("../server/database/migrate"),
    import("../server/log"),
  ]);
  const connection = await driver().connect();
  for (const name of await migrate(connection)) log.info(`database: applied migration ${name}`);
  await connection.dispose();
}

/** @returns the file system's or SQLite's error message; undefined for a fault of our code, which needs its stack */
function databaseProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return;
  // Prisma's driver adapter keeps the message of SQLite in the cause.
  const { originalCode, originalMessage } = (error.cause ?? {}) as { originalCode?: string; originalMessage?: string };
  const code = originalCode ?? ("code" in error ? String(error.code) : "");
  return FILE_PROBLEM.test(code) ? (originalMessage ?? error.message) : undefined;
}
