// The documents' numbers are those of the code. Each line has a place of the code, and the sentences that follow it:
// after a change of the number there, this test names what to write anew.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const SECURITY = "docs/security.md";
const DEPLOY = "docs/deploy/README.md";
const LAYER = "packages/solid-authjs/src";
const LIMITS = "src/lib/limits.ts";
const RATES = "src/server/http/rate-limit.ts";
const TIMES = "src/server/time-limits.ts";
const CODE = `${LAYER}/features/email/code.ts`;
const BOUND = `${LAYER}/features/device-bound/flow.ts`;

const NUMBERS: [file: string, code: string, page: string, ...sentences: string[]][] = [
  ["app.config.ts", "maxAge: 30 * DAY_SECONDS", SECURITY, "ends 30 days after the last visit"],
  ["app.config.ts", "absoluteMaxAge: 90 * DAY_SECONDS", SECURITY, "90 days after sign-in"],
  ["app.config.ts", "freshAge: 15 * 60", SECURITY, "a sign-in less than 15 minutes old", "in the last 15 minutes"],
  ["app.config.ts", "updateAge: DAY_SECONDS", SECURITY, "when it is due, once a day"],
  ["app.config.ts", "maxMailsPerDay: 2500", SECURITY, "2,500 in a day for all clients", "in `app.config.ts` | 2,500 |"],
  ["app.config.ts", "maxBodyBytes: 64 * 1024", SECURITY, "64 KB for a body (413)"],
  ["app.config.ts", "maxBodyBytes: 64 * 1024", DEPLOY, "`maxBodyBytes` in `app.config.ts` (64 KB)"],
  [LIMITS, "LINK_MINUTES = 10", SECURITY, "Each limit applies to a window of ten minutes"],
  [LIMITS, "REPORT_DAYS = 7", SECURITY, "The link works once, for seven days"],
  [LIMITS, "UNDO_HOURS = 72", SECURITY, "[for 72 hours](#the-way-back)", "once, for 72 hours"],
  [LIMITS, "MAX_EVENTS_OF_A_KIND = 10", SECURITY, "the newest ten of each kind", "at most the newest ten"],
  [LIMITS, "SECURITY_EVENT_DAYS = 90", SECURITY, "of the last ninety days", "rows older than ninety days"],
  [LIMITS, "MAX_PASSKEYS = 20", SECURITY, "| twenty per user |"],
  ["src/lib/url.ts", "MAX_PATH_LENGTH = 2000", SECURITY, "a return path has at most 2,000 characters"],
  [RATES, "linksToEmail: 5", SECURITY, "| address, whichever client asks | 5 |"],
  [RATES, "changesToEmail: 5", SECURITY, "| address, whichever user asks | 5 |"],
  [RATES, "changesOfUser: 10", SECURITY, "| changes of address asked for | user | 10 |"],
  [RATES, "newBrowserMails: 5", SECURITY, "new browsers | user | 5 |", "at most five of these mails"],
  [RATES, "securityMails: 5", SECURITY, "| mails about other changes to the account | user | 5 |"],
  [RATES, "providerStarts: 100", SECURITY, "| sign-ins started at a provider | client | 100 |"],
  [RATES, "callbacks: 300", SECURITY, "and passkeys submitted | client | 300 |"],
  [RATES, "providerCallbacks: 300", SECURITY, "| provider callbacks | client | 300 |"],
  [RATES, "passkeyOptions: 300", SECURITY, "| passkey challenges | client | 300 |"],
  [RATES, "links: 150", SECURITY, "client, in an hour | 150 |", "150 strangers in an hour"],
  [RATES, "codesToEmail: 50", SECURITY, "have only a link | 50 |", "At most fifty mails a day"],
  [RATES, "mailsToEmail: 50", SECURITY, "and no other mail | 50 |", "After fifty mails in a day"],
  [RATES, "linksOfDay: 500", SECURITY, "as ten addresses get | 500 |", "500 in a day"],
  ["src/server/http/path-spellings.ts", "MAX_ENCODINGS = 8", SECURITY, "paths are decoded at most eight times"],
  ["src/server/http/cookies.ts", '"typed-email": MINUTE_SECONDS', SECURITY, "holds it unencrypted for a minute"],
  ["src/server/log/index.ts", "MAX_VISITOR_ERRORS = 10", SECURITY, "at most ten of a kind per minute"],
  ["src/server/database/adapter.ts", "MAX_SESSIONS = 50", SECURITY, "the newest fifty of each user"],
  ["src/server/database/sweep.ts", "SWEEP_EVERY_MS = 60 * 60 * 1000", SECURITY, "deletes expired rows once an hour"],
  [TIMES, "ms: 10_000, bytesPerSecond: 16 * 1024", SECURITY, "one more for each 16 KB that arrive"],
  [TIMES, "maxMs: 5 * 60 * 1000", DEPLOY, "The whole request has five minutes, Node's limit."],
  [TIMES, "connectMs: 4_000", DEPLOY, "no free or new connection | 4 seconds |"],
  [TIMES, "statementMs: 5_000", DEPLOY, "a statement, a lock | 5 seconds |"],
  [TIMES, "silenceMs: 6_000", DEPLOY, "no answer at all | 6 seconds |", "4 + 6 = 10 seconds"],
  [TIMES, "PROVIDER_SECONDS = 10", DEPLOY, "all calls of one request together | 10 seconds |"],
  [TIMES, "MAIL_SILENCE_MS = 10_000", DEPLOY, "a whole mail | 10 seconds; 15 seconds |"],
  [TIMES, "MAIL_MS = 15_000", DEPLOY, "10 + 15 = 25 seconds", "5 + 10 + 15 = 30 seconds"],
  [TIMES, "SHUTDOWN_SECONDS = 10", "docs/database.md", "running requests (in at most 10 seconds)"],
  [`${LAYER}/client/requests.ts`, "ANSWER_TIMEOUT_MS = 16_000", DEPLOY, "a form says after 16 seconds"],
  [CODE, "CODE_LENGTH = 8", SECURITY, "eight of twenty letters", "20⁸ = 25.6 billion codes"],
  [CODE, "MAX_ATTEMPTS = 5", SECURITY, "five attempts per mail", "a code | mail | 5 |"],
  [`${LAYER}/features/email/token.ts`, "REPEAT_SECONDS = 30", SECURITY, "within half a minute"],
  [BOUND, "PROOF_MAX_AGE_SECONDS = 5 * 60", SECURITY, "The second cookie lives five minutes"],
  [BOUND, "= 2 * PROOF_MAX_AGE_SECONDS", SECURITY, "can replay it for ten minutes"],
  [BOUND, "GRACE_MS = 60 * 1000", SECURITY, "in the first minute after a sign-in"],
  [BOUND, "AGE_SECONDS = 24 * 60 * 60", SECURITY, "takes more than a day, the session stays"],
  [`${LAYER}/flows/presence.ts`, "TOLERANCE_SECONDS = 30", SECURITY, "with 30 seconds of tolerance"],
  [`${LAYER}/flows/presence.ts`, "OFFSET_SECONDS = 5 * 60", SECURITY, "The provider's clock may be five minutes off."],
  [`${LAYER}/request.ts`, "MAX_CALLBACK_URL_BYTES = 900", SECURITY, "a callback URL takes 900", "at most 900 bytes"],
  [`${LAYER}/core/jwt.ts`, "COOKIE_LENGTH = 3936", SECURITY, "A session cookie above 3,936 bytes is split"],
  [`${LAYER}/prisma/sweep.ts`, "SIGN_UP_MS = 60 * 60 * 1000", SECURITY, "after an hour, if the sign-up was cut off"],
  ["node_modules/@auth/core/jwt.js", "clockTolerance: 15", SECURITY, "accepts a JWT for 15 seconds after its end"],
  [
    "packages/start-kit/src/doctor/signature.ts",
    "VALID_MS = 5 * 60 * 1000",
    SECURITY,
    "within five minutes of the server's",
  ],
];

it.each(NUMBERS)("%s has %s, and %s says so", (file, code, page, ...sentences) => {
  expect(
    readFileSync(file, "utf8").split(code),
    "The number has changed: so do the sentences of this line.",
  ).toHaveLength(2);
  const text = readFileSync(page, "utf8").replace(/\s+/g, " ");
  for (const sentence of sentences) expect(text).toContain(sentence);
});
