// The users of `npm run db:seed`. The import of this module writes them to the database of DATABASE_URL (./seed.ts).

import { hash, randomBytes } from "node:crypto";
import { MAX_NAME_LENGTH, MAX_PASSKEY_NAME_LENGTH, MAX_PASSKEYS } from "../../src/lib/limits.ts";
import { connect } from "../../src/server/database/connect.ts";
import { migrate } from "../../src/server/database/migrations.ts";

/** The domain of no real mailbox. */
const DOMAIN = "@seed.example";
const DAY_MS = 24 * 60 * 60 * 1000;

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const IPAD =
  "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";

interface Seed {
  email: string;
  name?: string | null;
  isConfirmed?: boolean;
  /** How long ago the user signed up. In days. */
  age?: number;
  /** The devices with a session. "None" is a device without a name. */
  devices?: (string | null)[];
  /** The names of passkeys. */
  passkeys?: string[];
  /** The user's name at GitHub. */
  gitHub?: string;
}

const USERS: Seed[] = [
  {
    email: "ada",
    name: "Ada Lovelace",
    age: 400,
    devices: [CHROME, IPHONE],
    passkeys: ["Windows Hello", "Apple Passwords"],
    gitHub: "ada",
  },
  { email: "grace", name: "Grace Hopper", age: 90, devices: [CHROME, IPHONE, FIREFOX, IPAD, null] },
  { email: "unconfirmed", name: "Mallory", isConfirmed: false, age: 1, devices: [FIREFOX], gitHub: "mallory" },
  { email: "github-only", name: "Linus", age: 30, devices: [FIREFOX], gitHub: "linus" },
  { email: "passkey", name: "Radia Perlman", age: 200, devices: [IPAD], passkeys: ["1Password"] },
  { email: "no-name", age: 10 },
  { email: "new", name: "Today", devices: [CHROME] },
  { email: "old", name: "Ten Years", age: 3650, devices: [CHROME], passkeys: ["Passkey"] },
  {
    email: "zo\u00eb",
    name: "Zo\u00eb \u674e \ud83d\udc69\u200d\ud83d\udcbb \u0634\u064a\u0631\u064a\u0646",
    devices: [IPHONE],
  },
  {
    email: `everything-at-its-limit-${"x".repeat(40)}`,
    name: "W".repeat(MAX_NAME_LENGTH),
    age: 800,
    // There are more events than the account page lists.
    devices: Array.from({ length: 60 }, (_, index) => [CHROME, IPHONE, FIREFOX, IPAD][index % 4] ?? null),
    passkeys: Array.from({ length: MAX_PASSKEYS }, (_, index) => `${index + 1} `.padEnd(MAX_PASSKEY_NAME_LENGTH, "W")),
    gitHub: "w".repeat(39),
  },
];

export const addresses = USERS.map(({ email }) => email + DOMAIN);

const url = process.env.DATABASE_URL ?? "";
await migrate(url);
const { prisma, close } = await connect(url);
await prisma.user.deleteMany({ where: { email: { endsWith: DOMAIN } } });
for (const seed of USERS) await prisma.user.create({ data: rowsOf(seed) });
await close();

/** These sessions and passkeys cannot be used: no client has the token, or the key. */
function rowsOf({ email, name, isConfirmed = true, age = 0, devices = [], passkeys = [], gitHub }: Seed) {
  const createdAt = new Date(Date.now() - age * DAY_MS);
  const ids = passkeys.map(() => randomBytes(32).toString("base64"));
  const gitHubId = Number.parseInt(hash("sha256", email).slice(0, 7), 16);
  return {
    email: `${email}${DOMAIN}`,
    name,
    emailVerified: isConfirmed ? createdAt : null,
    createdAt,
    sessions: {
      create: devices.map((userAgent, index) => ({
        sessionToken: randomBytes(32).toString("hex"),
        expires: new Date(Date.now() + 30 * DAY_MS),
        createdAt: daysAgo(index, createdAt),
        authenticatedAt: daysAgo(index, createdAt),
        lastSeenAt: daysAgo(index / 2, createdAt),
        userAgent,
      })),
    },
    accounts: {
      create: [
        ...ids.map((id) => ({ type: "webauthn", provider: "passkey", providerAccountId: id })),
        ...(gitHub ? [{ type: "oauth", provider: "github", providerAccountId: `${gitHubId}`, label: gitHub }] : []),
      ],
    },
    authenticators: {
      create: passkeys.map((passkeyName, index) => ({
        credentialID: ids[index] ?? "",
        providerAccountId: ids[index] ?? "",
        credentialPublicKey: randomBytes(77).toString("base64"),
        counter: 0,
        credentialDeviceType: "multiDevice",
        credentialBackedUp: true,
        transports: "internal,hybrid",
        name: passkeyName,
        createdAt: daysAgo(index, createdAt),
        // Every second passkey was never used.
        lastUsedAt: index % 2 === 0 ? daysAgo(0, createdAt) : null,
      })),
    },
  };
}

/** The time is never before the user signed up. */
function daysAgo(days: number, earliest: Date): Date {
  return new Date(Math.max(Date.now() - days * DAY_MS, earliest.valueOf()));
}
