// The cookies of passkey challenges: one for each page that waits for a passkey.
//
// Core keeps one challenge in a browser. A second tab with the sign-in page would replace that of the first, whose
// autofill then fails. So each challenge gets a cookie of its own, beside core's, and an answer finds the one that it
// is for. Of the prompts that add a passkey, the newest alone works. Each is sealed by core, expires with its challenge
// and is answered once (flows/passkey.ts).

import type { FlowContext } from "./context.ts";
import { expireCookie, nameInLine } from "./cookies.ts";
import { sha256 } from "./sha256.ts";

/** The most of these cookies in a browser. With one more, the oldest ends. */
const MAX_WAITING = 4;

/** One more than may be waiting, so that one is free: a cookie that is replaced keeps its age (RFC 6265, 5.3). */
const NAMES = MAX_WAITING + 1;

/** The length of the mark that says which challenge a cookie holds. Two challenges of a browser never share one. */
const MARK_LENGTH = 12;

const markOf = (challenge: string) => `${sha256(challenge).slice(0, MARK_LENGTH)}.`;

/**
 * Begins the cookie of a challenge for adding a passkey, which holds a user. Of these a browser keeps the newest: the
 * cookies of a few closed prompts would be more than proxies take for a request, about 8,000 bytes.
 */
const TO_ADD = "+";

const namesOf = ({ request }: FlowContext) =>
  Array.from({ length: NAMES }, (_, index) => `${request.names.challenge}.${index + 1}`);

/** Adds a cookie for the challenge to an answer that sets core's. @param isToAdd whether it is for adding a passkey */
export function keepChallenge(context: FlowContext, headers: Headers, challenge: string, isToAdd: boolean): void {
  const { names, cookies } = context.request;
  const ours = namesOf(context);
  // Browsers send the oldest first.
  const waiting = Object.keys(cookies).filter((name) => ours.includes(name) && cookies[name] !== undefined);
  const free = ours.find((name) => !waiting.includes(name)) ?? waiting[0];
  const closed = isToAdd ? waiting.find((name) => cookies[name]?.startsWith(TO_ADD)) : undefined;
  const ended = closed ?? (waiting.length >= MAX_WAITING ? waiting[0] : undefined);
  if (ended && ended !== free) expireCookie(context, ended);
  const line = headers.getSetCookie().find((each) => nameInLine(each) === names.challenge);
  const mark = (isToAdd ? TO_ADD : "") + markOf(challenge);
  if (line) context.setCookies.push(line.replace(`${names.challenge}=`, `${free}=${mark}`));
}

/**
 * Shows core the cookie of the challenge that the browser has answered.
 *
 * @returns false if this browser has none
 */
export function findChallenge(context: FlowContext, challenge: string): boolean {
  const { names, cookies } = context.request;
  const marks = [markOf(challenge), TO_ADD + markOf(challenge)];
  const name = namesOf(context).find((each) => marks.some((mark) => cookies[each]?.startsWith(mark)));
  if (name === undefined) return false;
  cookies[names.challenge] = cookies[name]?.slice(cookies[name].indexOf(".") + 1);
  expireCookie(context, name);
  return true;
}
