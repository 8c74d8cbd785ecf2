// What is known about the request that is being answered. src/middleware/request-context.ts works it out before anything renders;
// middleware, pages, queries, actions and mails read it here.

import "server-only";
import { getRequestEvent } from "solid-js/web";
import type { Theme } from "~/lib/theme";
import type { SessionDetails } from "~/solid-auth";
import type { PageDataSource } from "../functions/page-data";

export interface RequestContext {
  url: URL;
  /** The origin that the application answers under: for redirects, and for links in mails. */
  origin: string;
  isHttps: boolean;
  /** Marks this answer's own scripts for the Content-Security-Policy. */
  nonce: string;
  theme: Theme;
  cookies: Record<string, string | undefined>;
  /** Who is asking, as far as limits go. See client-address.ts. */
  clientAddress: () => string;
  /** The session is read once, however many ask. It rejects where the session cannot be read. */
  session: () => Promise<SessionDetails | null>;
  /** Logs what has gone wrong while rendering, under the request's name. */
  logError: (error: unknown) => void;
  /** See log.ts. */
  loggedErrors: WeakSet<Error>;
  /** What pages show. Undefined where no page is rendered, or its data cannot be read. */
  pageData?: PageDataSource;
  /** A sign-in has made a user. */
  isNewUser?: boolean;
  /** An account or a passkey was added to a user. */
  isAccountAdded?: boolean;
}

/** @throws {Error} outside of a request */
export function requestContext(): RequestContext {
  const context = getRequestEvent()?.locals.context;
  if (!context) throw new Error("There is no request here.");
  return context;
}

/** The request itself. @throws {Error} outside of a request */
export function currentRequest(): Request {
  const event = getRequestEvent();
  if (!event) throw new Error("There is no request here.");
  return event.request;
}
