// The counts of counts.spec.ts. They are exact: who makes a page dearer, or cheaper, changes a number here and says why.

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
  /** Those that are rendered more than once, and how often. A page that renders twice shows here. */
  several: Record<string, number>;
}

export interface PageCounts extends Counts {
  isSignedIn: boolean;
  /** Of the HTML, at most. A page that is opened without cookies has the stylesheet in it. */
  htmlBytes: number;
  /** Of the page's JavaScript: how many files, and how many bytes at most, gzipped. */
  scripts: { files: number; bytes: number };
}

export const PAGES: Record<string, PageCounts> = {
  "/": {
    isSignedIn: false,
    lookUps: 49,
    urls: 7,
    cookieParses: 2,
    statements: 0,
    components: 17,
    several: {},
    htmlBytes: 48_500,
    scripts: { files: 2, bytes: 28_500 },
  },
  "/sign-in": {
    isSignedIn: false,
    lookUps: 70,
    urls: 7,
    cookieParses: 3,
    statements: 0,
    components: 23,
    several: {},
    htmlBytes: 50_500,
    scripts: { files: 4, bytes: 28_500 },
  },
  "/protected": {
    isSignedIn: true,
    lookUps: 74,
    urls: 7,
    cookieParses: 3,
    statements: 2,
    components: 16,
    several: {},
    htmlBytes: 10_000,
    scripts: { files: 4, bytes: 28_500 },
  },
  "/account": {
    isSignedIn: true,
    lookUps: 83,
    urls: 7,
    cookieParses: 3,
    statements: 10,
    components: 39,
    several: {},
    htmlBytes: 28_000,
    scripts: { files: 4, bytes: 28_500 },
  },
};

export const NAME_SAVED: Counts = { lookUps: 0, urls: 0, cookieParses: 0, statements: 0, components: 0, several: {} };
