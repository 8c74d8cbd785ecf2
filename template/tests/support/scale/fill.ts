// Rows as years of use leave them: many users with little, a few with thousands of rows, what has expired and waits for
// the sweep, and sign-ups that were cut off. The same on each engine, made by the database itself.

/** The parts of SQL that the engines write in their own way. */
interface Dialect {
  /** A table `n` with the column `i`, from 1. */
  numbers: (count: number) => string;
  /** Sixteen digits. */
  hex: (integer: string) => string;
  /** @param seconds an expression; negative for a time to come */
  ago: (seconds: string) => string;
  true: string;
}

export const DIALECTS = {
  postgresql: {
    numbers: (count) => `generate_series(1::bigint, ${count}) AS n(i)`,
    hex: (integer) => `lpad(to_hex(${integer}), 16, '0')`,
    ago: (seconds) => `(now() AT TIME ZONE 'UTC') - (${seconds}) * interval '1 second'`,
    true: "true",
  },
  sqlite: {
    numbers: (count) =>
      `(WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${count}) SELECT i FROM c) AS n`,
    hex: (integer) => `printf('%016x', ${integer})`,
    ago: (seconds) => `strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', printf('%+d seconds', -(${seconds})))`,
    true: "1",
  },
} satisfies Record<string, Dialect>;

const DAY = 24 * 60 * 60;

/** One in so many users has no verified address, and one in so many of these no access at all. */
const UNVERIFIED = 20;
const CUT_OFF = 1000;

/** Below 1, spread evenly: another factor is another series. */
const spread = (factor: number) => `(CAST(i * ${factor} % 4294967296 AS double precision) / 4294967296)`;

/**
 * @param least the least number of links, challenges and counters
 * @param users how many; three times as many sessions, and ten times as many events
 * @param most the sessions, and the events, of the user with the most
 * @returns statements, each for one table
 */
export function fillingOf({ numbers, hex, ago, true: yes }: Dialect, users: number, most: number, least = 0): string[] {
  const user = (number: string) => `'c' || ${hex(number)} || 'scale000'`;
  // The square gives the first users the most. None is of a user without access.
  const owner = (factor: number) => `CAST(floor(${spread(factor)} * ${spread(factor)} * (${users} - 2)) AS bigint)`;
  const owned = (factor: number) => {
    const number = `(${owner(factor)} + 1)`;
    return user(`(${number} + CASE ${number} % ${CUT_OFF} WHEN 0 THEN 1 ELSE 0 END)`);
  };
  const agent = `'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/' || (100 + i % 40) || '.0.0.0 Safari/537.36'`;
  const token = (kind: string) => `'${kind}' || ${hex("i")} || ${hex("i * 7919")} || ${hex("i * 104729")}`;
  const expires = `CASE i % 10 WHEN 0 THEN ${ago(`i % ${DAY} + 60`)} ELSE ${ago(`-(i % (30 * ${DAY}) + 7200)`)} END`;
  const session = `"Session" ("id", "sessionToken", "userId", "expires", "createdAt", "authenticatedAt", "lastSeenAt", "inPerson", "userAgent")`;
  const event = `"SecurityEvent" ("id", "userId", "createdAt", "event", "provider", "userAgent")`;
  const names = `CASE WHEN i % 10 < 7 THEN 'signed in' WHEN i % 10 < 9 THEN 'signed out' ELSE 'data downloaded' END`;
  const time = ago(`${spread(2246822519)} * 30 * ${DAY}`);
  return [
    `INSERT INTO "User" ("id", "email", "emailVerified", "name", "createdAt")
      SELECT ${user("i")}, substr(${hex("i * 2654435761 % 4294967296")}, 9) || '-' || i || '@example' || (i % 50) || '.com',
        CASE i % ${UNVERIFIED} WHEN 0 THEN NULL ELSE ${ago(`(${users} - i) * 60`)} END, 'User ' || i, ${ago(`(${users} - i) * 60 + 7200`)}
      FROM ${numbers(users)}`,
    `INSERT INTO "Account" ("id", "userId", "type", "provider", "providerAccountId", "label")
      SELECT 'a' || ${hex("i")}, ${user("i")}, 'oauth', 'github', CAST(i AS text), 'user-' || i
      FROM ${numbers(users)} WHERE i % 10 < 7 AND i % ${CUT_OFF} > 0`,
    `INSERT INTO "Account" ("id", "userId", "type", "provider", "providerAccountId")
      SELECT 'p' || ${hex("i")}, ${user("i")}, 'webauthn', 'passkey', ${token("k")}
      FROM ${numbers(users)} WHERE i % 10 > 6`,
    `INSERT INTO "Authenticator" ("credentialID", "userId", "providerAccountId", "credentialPublicKey", "counter",
      "credentialDeviceType", "credentialBackedUp", "name", "createdAt")
      SELECT ${token("k")}, ${user("i")}, ${token("k")}, ${token("q")}, 0, 'multiDevice', ${yes}, 'Passkey', ${ago(`i % (365 * ${DAY})`)}
      FROM ${numbers(users)} WHERE i % 10 > 6`,
    `INSERT INTO ${session} SELECT 's' || ${hex("i")} || 'scale', ${token("t")}, ${owned(2654435761)}, ${expires}, ${time},
      ${time}, ${time}, ${yes}, ${agent} FROM ${numbers(3 * users)}`,
    `INSERT INTO ${session} SELECT 'm' || ${hex("i")} || 'scale', ${token("m")}, ${user("1")}, ${ago(`-${DAY}`)}, ${time},
      ${time}, ${time}, ${yes}, ${agent} FROM ${numbers(most)}`,
    `INSERT INTO ${event} SELECT 'e' || ${hex("i")} || 'scale', ${owned(3266489917)},
      ${ago(`(${10 * users} - i) * 92 * ${DAY} / ${10 * users}`)}, ${names}, 'email', ${agent} FROM ${numbers(10 * users)}`,
    `INSERT INTO ${event} SELECT 'm' || ${hex("i")} || 'scale', ${user("1")}, ${ago("i * 60")}, ${names}, 'email', ${agent}
      FROM ${numbers(most)}`,
    `INSERT INTO "VerificationToken" ("identifier", "token", "expires")
      SELECT CASE WHEN i % 10 = 5 THEN 'undo:' || ${user("i")} || ':old-' || i || '@example.com' ELSE 'mail-' || i || '@example.com' END,
        ${token("v")}, CASE WHEN i % 10 < 5 THEN ${ago(`i % ${DAY} + 60`)} ELSE ${ago(`-(i % 600 + 7200)`)} END
      FROM ${numbers(Math.max(users / 10, least))}`,
    `INSERT INTO "UsedChallenge" ("id", "expires") SELECT ${token("c")}, ${expires} FROM ${numbers(Math.max(users / 10, least))}`,
    `INSERT INTO "UsedChallenge" ("id", "expires") SELECT 'sign-up:' || ${user("i")}, ${ago(`(${users} - i) * 60 + 3600`)}
      FROM ${numbers(users)} WHERE i % ${CUT_OFF} = 0`,
    `INSERT INTO "RateLimit" ("key", "points", "expire") SELECT ${token("r")}, 1, ${expires} FROM ${numbers(Math.max(users / 10, least))}`,
  ];
}
