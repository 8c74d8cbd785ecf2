// Another address for a user: it becomes theirs once a link that was mailed there is opened, and a button pressed, by the same user.
// The token in the link is stored hashed, among the other tokens, under a name that no address can have.

import "server-only";
import { createHash, randomBytes } from "node:crypto";
import appConfig from "../../../app.config";
import { isUniqueViolation } from "../database/adapter";
import { database } from "../database/client";
import { LINK_MINUTES, sendAddressMail, sendAddressTakenMail, sendNoticeMail } from "../mail";

const TOKEN_BYTES = 32;

/** As it stands in the link, in hex. In characters. */
export const ADDRESS_TOKEN_LENGTH = 2 * TOKEN_BYTES;

/** Where the link leads. Below /account, so that only its user gets there. */
const CONFIRM_PATH = "/account/address";

const hash = (token: string) => createHash("sha256").update(token).digest("hex");
const identifiersOf = (userId: string) => `address:${userId}:`;
const identifierOf = (userId: string, email: string) => identifiersOf(userId) + email;

/**
 * Sends the link. Links to other addresses, asked for before, are worthless from then on: the user has changed their mind. Whether the address is somebody else's already is not said here, but to whoever reads mail there.
 *
 * @param email a normalised address
 * @throws if the mail server does not take the mail
 */
export async function askForAddress(userId: string, email: string, origin: string): Promise<void> {
  const identifier = identifierOf(userId, email);
  const others = { identifier: { startsWith: identifiersOf(userId), not: identifier } };
  const outdated = { OR: [others, { expires: { lt: new Date() } }] };
  if (await isTaken(userId, email)) {
    await database.verificationToken.deleteMany({ where: outdated });
    await sendAddressTakenMail(email, `${origin}/account`);
    return;
  }
  const token = randomBytes(TOKEN_BYTES).toString("hex");
  const expires = new Date(Date.now() + LINK_MINUTES * 60 * 1000);
  // One step: of two requests at once, the later one counts.
  await database.$transaction([
    database.verificationToken.deleteMany({ where: outdated }),
    database.verificationToken.create({ data: { identifier, token: hash(token), expires } }),
  ]);
  const query = new URLSearchParams({ email, token });
  await sendAddressMail(email, `${origin}${CONFIRM_PATH}?${query}`);
}

/**
 * Spends the link's token and gives the user the address. The old one is told, if it was theirs.
 *
 * @returns whether it worked, and if not, why
 */
export async function takeAddress(
  user: { id: string; email: string; emailVerified: boolean },
  email: string,
  token: string,
  origin: string,
): Promise<"changed" | "confirmed" | "own" | "taken" | "spent"> {
  const where = { identifier: identifierOf(user.id, email), token: hash(token), expires: { gt: new Date() } };
  // Of two who spend it at once, one does.
  const { count } = await database.verificationToken.deleteMany({ where });
  if (count === 0) return user.email === email && user.emailVerified ? "own" : "spent";
  try {
    await database.$transaction([
      database.user.update({ where: { id: user.id }, data: { email, emailVerified: new Date() } }),
      // Links that were sent to the old address would now make a new user.
      database.verificationToken.deleteMany({ where: { identifier: user.email } }),
    ]);
  } catch (error) {
    // Asked beforehand, another could still take it in between. The unique column decides.
    if (isUniqueViolation(error)) return "taken";
    throw error;
  }
  if (user.email === email) return "confirmed";
  if (user.emailVerified)
    await sendNoticeMail(user.email, `Your address at ${appConfig.name} was changed`, `${origin}/account`);
  return "changed";
}

/** Whether the address is another user's. Users confirm their own with the same link, as long as it is not proven. */
async function isTaken(userId: string, email: string): Promise<boolean> {
  return (await database.user.count({ where: { email, NOT: { id: userId } } })) > 0;
}
