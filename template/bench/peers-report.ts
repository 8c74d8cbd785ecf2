// The table of this application beside other frameworks, and why it is behind where it is.

import { PEER_NAMES, PEERS, type PeerName } from "./peer-servers.ts";
import { number, type Table } from "./report.ts";

const FRAME =
  "has a header with a menu, icons, a theme, meta tags and a policy with a nonce around it, where the others have a bare page without headers for security";

/** The rows of the table: what is measured, and why this application needs more there. */
const ROWS: Record<RowName, { label: string; why?: string }> = {
  home: { label: "`/`, µs", why: `The page ${FRAME}.` },
  signIn: {
    label: "`/sign-in`, µs",
    why: `The page offers a mail link, a provider and a passkey, where the others have one button; and it ${FRAME}.`,
  },
  protected: { label: "`/protected`, µs", why: `The page says how and when its user signed in last; and it ${FRAME}.` },
  redirect: {
    label: "`/protected`, signed out, µs",
    why: "The answer keeps the page to return to in a cookie, and has the headers for security.",
  },
  session: { label: "the session as JSON, µs", why: "The answer counts against a rate limit." },
  account: {
    label: "`/account`, µs",
    why: `The page also lists passkeys, ways to sign in and recent activity, with a form for each change; and it ${FRAME}.`,
  },
  action: {
    label: "saving a name, µs",
    why: "The one answer brings all data of the account page: the sessions, passkeys, ways to sign in and recent activity.",
  },
  requestsOfAction: { label: "saving a name, requests" },
  navigation: {
    label: "following a link to `/protected`, data alone, µs",
    why: "The page asks for the session and for the last sign-in, each of which reads the session.",
  },
  requestsOfNavigation: {
    label: "following a link to `/protected`, requests",
    why: "The page asks for two things, and its scripts are in parts: what calls the server is loaded by the first call of a visit, and what pages share is loaded once.",
  },
  start: {
    label: "start to first answer, ms",
    why: "The server loads all pages and checks the migrations before it listens.",
  },
  peak: { label: "peak of memory, MB", why: "The server keeps more code and more of what it renders." },
  javascript: {
    label: "JavaScript of `/`, kB gzipped",
    why: "The scripts also open the menu, change the theme and keep the session, and forms show what was refused.",
  },
};

export type RowName =
  | "home"
  | "signIn"
  | "protected"
  | "redirect"
  | "session"
  | "account"
  | "action"
  | "requestsOfAction"
  | "navigation"
  | "requestsOfNavigation"
  | "start"
  | "peak"
  | "javascript";

/** The least of what was measured, by row and server. */
export type Figures = Partial<Record<RowName, Partial<Record<PeerName, number>>>>;

const ROW_NAMES = Object.keys(ROWS) as RowName[];

export function peersTable(figures: Figures, rounds: number): Table {
  return {
    title: `The least of ${rounds === 1 ? "one round" : `${rounds} rounds`}; µs are processor time of the server`,
    head: ["what", ...PEER_NAMES.map((name) => PEERS[name].label)],
    rows: ROW_NAMES.map((row) => [ROWS[row].label, ...PEER_NAMES.map((name) => shown(row, figures[row]?.[name]))]),
  };
}

function shown(row: RowName, figure = Number.NaN): string {
  return number(figure, row === "javascript" ? 1 : 0);
}

/** @returns a sentence for each row in which another server has less: which, and why */
export function sentencesBehind(figures: Figures): string[] {
  return ROW_NAMES.flatMap((row) => {
    const own = figures[row]?.application ?? 0;
    const ahead = PEER_NAMES.filter((name) => (figures[row]?.[name] ?? own) < own);
    if (ahead.length === 0) return [];
    const { label, why = "Why is not known yet." } = ROWS[row];
    return [`${label}: less in ${ahead.map((name) => PEERS[name].label).join(" and ")}. ${why}`];
  });
}

/** @returns the figures that a table in Markdown shows */
export function figuresOf(markdown: string): Figures {
  const cells = ROW_NAMES.map((row): [RowName, string[]] => {
    const line = markdown.split("\n").find((each) => each.startsWith(`| ${ROWS[row].label} |`));
    return [row, line?.split("|").slice(2, -1) ?? []];
  });
  const figures = cells.map(([row, found]) => [
    row,
    Object.fromEntries(PEER_NAMES.map((name, index) => [name, Number(found[index]?.replace(",", "") || Number.NaN)])),
  ]);
  return Object.fromEntries(figures);
}
