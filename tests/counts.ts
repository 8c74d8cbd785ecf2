// The counts of counts.spec.ts, which are exact. Who makes a page dearer, or cheaper, changes a number here and its
// reason.

export interface Counts {
  /** How often the request's event is looked up in asynchronous storage. */
  lookUps: number;
  /** How many URLs are parsed. */
  urls: number;
  /** How often the header with the cookies is parsed. */
  cookieParses: number;
  /** How many statements the database gets. */
  statements: number;
  /** How many of the application's components are rendered. */
  components: number;
}

export interface PageCounts extends Counts {
  isSignedIn: boolean;
  /** Of the HTML, at most. */
  htmlBytes: number;
  /** Of the page's JavaScript: how many files, and how many bytes at most, gzipped. */
  scripts: { files: number; bytes: number };
}

export const PAGES: Record<string, PageCounts> = {
  "/": {
    isSignedIn: false,
    // By SolidStart, the router, and the steps of a request. No component asks.
    lookUps: 48,
    // The server's, our own one, SolidStart's, three of the router, and the path that the session is asked for.
    urls: 7,
    // Ours, and SolidStart's for its cookie "flash".
    cookieParses: 2,
    // A visitor without a session's cookie is known to be signed out.
    statements: 0,
    components: 17,
    // 38 kB of it is the stylesheet, which a first visit does not wait for.
    htmlBytes: 48_500,
    // Solid, its router and SolidStart are three fifths of it, and the page itself a twelfth.
    scripts: { files: 2, bytes: 26_000 },
  },
  "/sign-in": {
    isSignedIn: false,
    // As "/", and the page's own query.
    lookUps: 69,
    urls: 7,
    cookieParses: 2,
    statements: 0,
    components: 23,
    htmlBytes: 51_000,
    // As "/", the forms with the texts of all their errors 9 kB, and passkeys 2.
    scripts: { files: 5, bytes: 37_500 },
  },
  "/protected": {
    isSignedIn: true,
    // As "/", the guard, and the page's own query, which asks for the user.
    lookUps: 75,
    urls: 7,
    cookieParses: 2,
    // The session with its user, which everything of the request shares.
    statements: 1,
    components: 16,
    htmlBytes: 10_200,
    // As "/", the menu with the form to sign out 4 kB, and the page 1.
    scripts: { files: 4, bytes: 30_000 },
  },
  "/account": {
    isSignedIn: true,
    lookUps: 86,
    urls: 7,
    cookieParses: 2,
    // The session, and the lists of four sections.
    statements: 5,
    components: 39,
    htmlBytes: 28_200,
    // The only page with forms of all kinds, passkeys, and their texts.
    scripts: { files: 12, bytes: 47_500 },
  },
};

/** One request: the action, and the account page's data as it is then. */
export const NAME_SAVED: Counts = {
  lookUps: 71,
  // SolidStart and the router twelve; ours are the request's, its copy with the whole body, the redirect's, the page's.
  urls: 16,
  cookieParses: 5,
  // The session, the change, and the changed session; the account page's five.
  statements: 8,
  // The layout, which asks the queries of the page.
  components: 10,
};
