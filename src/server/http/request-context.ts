// The facts about the current request. src/server/middleware/compute-context.ts computes them before anything renders.
// Middleware, pages, queries, actions and mails read them here.

import "server-only";
import type { AuthRoute, SessionDetails } from "solid-authjs";
import type { FormResult } from "~/lib/form-result";
import type { Meta } from "~/lib/meta";
import type { Theme } from "~/lib/theme";
import { requestEvent } from "~/server/request-event";

/** The signed-in user. */
export type User = NonNullable<SessionDetails["session"]["user"]>;

export interface RequestContext {
  /** The request itself; after its body was read, the copy with the whole body. */
  request: () => Request;
  /** The id in this request's log entries. See request-id.ts. */
  requestId: string;
  url: URL;
  /** The application's public origin, for redirects and links in mails. */
  origin: string;
  isHttps: boolean;
  theme: Theme;
  /** The cookies that the browser sent, with the changes by this request. */
  cookies: Record<string, string | undefined>;
  /** Whether the visitor sees the answer. */
  isSeen: boolean;
  /** Whether a whole page is loaded, and not data for an open page. */
  isPage: boolean;
  /** The client IP, for rate limits. See client-address.ts. */
  clientAddress: () => string;
  /** The auth route's action and provider in the path; null for other paths. */
  authRoute: AuthRoute | null;
  /** The session, which is read once per request. Rejects if it cannot be read. */
  session: () => Promise<SessionDetails | null>;
  /** Logs an error of rendering, with the request's name. */
  logError: (error: unknown) => void;
  /** See log.ts. */
  loggedErrors: WeakSet<Error>;
  /** The error of a query in this request, if the database is down, full or busy. See `withOutageRules`. */
  databaseFailure?: unknown;
  /**
   * The nonce of this response's own scripts. Before the first call, the response's Content-Security-Policy allows no
   * scripts.
   */
  nonce?: () => string;
  /** An action's result for a form of this page, if the page is the answer to that form. */
  formResult?: FormResult;
  /** The meta tags of the rendered page. */
  meta?: Meta;
  /** Whether that page is for search engines. */
  isListed?: boolean;
  /** The address for which the provider of this sign-in vouches. */
  verifiedEmail?: string;
  /** The id of the session that this sign-in has created. Undefined with "jwt". */
  newSession?: string;
  /** A time before that session was created. */
  newSessionBegan?: Date;
}

/** @throws {Error} outside of a request */
export function requestContext(): RequestContext {
  const context = requestEvent()?.locals.context;
  if (!context) throw new Error("There is no request here.");
  return context;
}
