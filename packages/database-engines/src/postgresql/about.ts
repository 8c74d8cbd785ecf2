// The facts about PostgreSQL that are known before it is loaded: its URLs and its errors.

import type { AboutEngine } from "../types.ts";

export const postgresql: AboutEngine = {
  exampleUrl: "postgresql://user:password@host:5432/name",
  kind: "a PostgreSQL database",
  isUrl: (url) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol),
  // The text between the first ":" and the last "@" is the password. If a password contains an "@" itself, the rest of
  // the password must not count as the host, because messages show the host. After the port, a query may contain an
  // "@".
  urlProblem: (url) =>
    /^postgres(ql)?:\/\/([^@/?#:[]*:(?!\d+\/[^@?#]*\?\w+=)[^@/?#]*[/?#].*@|[^@]*%(?![\da-f]{2}))/i.test(url)
      ? "has a sign in its password that means something else in a URL: write / as %2F, ? as %3F, # as %23, % as %25."
      : undefined,
  shownUrl(url) {
    const { protocol, host, pathname } = new URL(url);
    return `${protocol}//${host}${pathname}`;
  },
  prismaUrl: (url) => url,
  searching: { mode: "insensitive" },
  // The server starts or stops, has become a read-only replica (25006), has ended a transaction (25P02 to 25P04), has
  // given up on a lock (55P03), has no room for connections, memory or disk, or cannot read its disk (58030); or a
  // statement took too long.
  unavailable: /^(57P0\d|57014|08\w{3}|25006|25P0[2-4]|53\w{3}|55P03|58030)$/,
  // Messages of pg, whose errors have no code.
  unavailableMessages: [
    "timeout expired",
    "timeout exceeded when trying to connect",
    "Query read timeout",
    "Connection terminated",
    "Client has encountered a connection",
  ],
  isAnswer: (error) => "severity" in error,
  load: () => import("./engine.ts"),
};
