// The table of this application beside other frameworks, and why it is behind where it is.

import { PEER_NAMES, PEERS, type PeerName } from "./peer-servers.ts";
import { number, type Table } from "./report.ts";

/** The rows of the table: what is measured, and why this application needs more there. */
const ROWS: Record<RowName, { label: string; why?: string }> = {
  home: {
    label: "`/`, µs",
    why: "The page has a header with a menu, icons, a theme, meta tags and a policy with a nonce. The others are a heading with two links, without headers for security.",
  },
  signIn: {
    label: "`/sign-in`, µs",
    why: "The page has what `/` has, and offers mail links, a provider and passkeys. The others have one button.",
  },
  protected: {
    label: "`/protected`, µs",
    why: "The page has what `/` has, and says how and when its user signed in last. The others have a heading.",
  },
  redirect: {
    label: "`/protected`, signed out, µs",
    why: "The answer keeps the page to return to in a cookie, and has headers for security.",
  },
  session: { label: "the session as JSON, µs" },
  account: {
    label: "`/account`, µs",
    why: "The page has what `/` has, and lists passkeys, ways to sign in and recent activity, with a form for each change. The others have the sessions and the name.",
  },
  action: {
    label: "saving a name, µs",
    why: "The one answer has all data of the account page, also passkeys, ways to sign in and recent activity.",
  },
  requestsOfAction: { label: "saving a name, requests" },
  navigation: {
    label: "following a link to `/protected`, data alone, µs",
    why: "The page asks for the session and for the last sign-in. Each of the two requests looks the session up.",
  },
  requestsOfNavigation: {
    label: "following a link to `/protected`, requests",
    why: "The page asks for two things, and has two scripts: its own, and what calls the server, which the first call of a visit loads.",
  },
  start: {
    label: "start to first answer, ms",
    why: "The server loads all pages and checks the migrations before it listens.",
  },
  peak: {
    label: "peak of memory, MB",
    why: "A server's peak differs by more from run to run: this application's was 330 MB and 374 MB on one day.",
  },
  javascript: { label: "JavaScript of `/`, kB gzipped" },
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

const LIST = new Intl.ListFormat("en-GB");

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
    return [`${label}: less in ${LIST.format(ahead.map((name) => PEERS[name].label))}. ${why}`];
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
