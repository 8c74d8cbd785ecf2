// What each server of the table beside other frameworks is asked for under load.

import { ownAnswer, ownPage, ROUTES, type Route } from "./load.ts";
import { PEERS, type PeerName } from "./peer-servers.ts";
import { RICH_SESSIONS } from "./servers.ts";
import { NAME, type Sent, type Visit } from "./visits.ts";

export const PEER_ROUTES = [
  "home",
  "signIn",
  "protected",
  "redirect",
  "session",
  "account",
  "navigation",
  "action",
] as const;

/** Each call has new names to save. */
let calls = 0;

/**
 * @param visit what a browser has asked the server for
 * @param origin the server's
 * @param ids of the users for whom it is asked again, in turn. The visit was the first one's
 */
export function routesOf(
  name: PeerName,
  visit: Visit,
  origin: string,
  ids: string[],
): Record<(typeof PEER_ROUTES)[number], Route> {
  const { home, "sign-in": signIn, protected: page, redirect, session, account } = ROUTES;
  return {
    home,
    signIn,
    protected: page,
    redirect,
    session: { ...session, path: PEERS[name].session },
    account: name === "application" ? account : { ...account, problem: sessionsProblem },
    navigation: sentAgain("a navigation", visit.navigation, origin, ids, false),
    action: sentAgain("an action", visit.action, origin, ids, true),
  };
}

/** The account page of the others: the user, and the sessions. */
function sessionsProblem(...[answer, user]: Parameters<Route["problem"]>): string | undefined {
  const sessions = answer.body.match(/<li\b/g)?.length ?? 0;
  return ownPage(answer, user) ?? (sessions === RICH_SESSIONS ? undefined : `${sessions} sessions`);
}

/** What a browser has asked for, once more: for another user, and with a new name that an answer must have. */
function sentAgain(label: string, { data }: Sent, origin: string, ids: string[], isNaming: boolean): Route {
  calls++;
  const offset = calls * 1_000_000;
  const [first = ""] = ids;
  const nameOf = (use: number) => `Name-${String(offset + use).padStart(NAME.length - "Name-".length, "0")}`;
  return {
    path: "/",
    label,
    isSignedIn: true,
    steps: {
      count: data.length,
      step(index, use) {
        const { headers = {}, body = "", ...step } = data[index] ?? { method: "GET", path: "/" };
        const atOrigin = Object.entries(headers).map(([name, value]) => [
          name,
          value.replace(/^http:\/\/127\.0\.0\.1:\d+/, origin),
        ]);
        const ofUser = body.replace(NAME, nameOf(use)).replace(first, ids[use % ids.length] ?? "");
        return { ...step, headers: Object.fromEntries(atOrigin), body: ofUser };
      },
    },
    problem: (answer, user, use) =>
      ownAnswer(answer, user) ?? (!isNaming || answer.body.includes(nameOf(use)) ? undefined : "the name is not saved"),
  };
}
