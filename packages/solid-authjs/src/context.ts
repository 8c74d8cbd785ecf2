// One request on its way through the handler, and the shape of a flow. A flow is one file in flows/: what it knows on
// the way stays in its own closure. Only what several flows need travels with the context.

import type { AuthConfig } from "@auth/core";
import type { JWTOptions } from "@auth/core/jwt";
import type { AuthAction } from "@auth/core/types";
import type { Failure } from "./errors.ts";
import type { ResolvedConfig } from "./resolved-config.ts";
import type { ResolvedProvider, SolidAuthAdapter } from "./types.ts";

/** What a request can be for: an action of Auth.js, or our own one for device-bound sessions. */
export type Action = AuthAction | "device-bound-session";

export interface AuthRequest extends RequestCookies {
  method: "GET" | "POST";
  /** The request's URL, on the canonical origin. The Host header has no influence. */
  url: URL;
  action: Action;
  /** The id in the path. */
  providerId: string | undefined;
  /** The configured provider with that id. */
  provider: ResolvedProvider | undefined;
  headers: Headers;
  body: Record<string, unknown>;
}

/** The cookies of a request. */
export interface RequestCookies {
  /** Whether cookies have the Secure attribute: as configured, else true on an https origin. */
  secure: boolean;
  /** The names of the layer's cookies. */
  names: CookieNames;
  /** The cookies that core will see. */
  cookies: Record<string, string | undefined>;
  /** The names of the cookies that hold the session: one, or its chunks in their order. */
  sessionCookies: string[];
  /** What the browser sent as its session. Where it is more than one, each may be it. */
  sessionTokens: string[];
  /** The session that the browser sent, even if it is hidden from core. Empty if the browser sent none. */
  sessionToken: string;
}

/** The names of the layer's cookies. */
export interface CookieNames {
  session: string;
  callbackUrl: string;
  csrf: string;
  /** What core is shown as its passkey challenge. The browser has one with a suffix for each page that waits. */
  challenge: string;
  /** A cookie of the layer: the user who pressed "Connect", and for which provider. */
  linkIntent: string;
  /** A cookie of the layer: the address for which this browser requested a sign-in link. */
  pendingEmail: string;
  /** A cookie of the layer: when a sign-in at a provider began, and how. */
  signInStart: string;
  /**
   * A cookie of the layer: the provider that signed this browser in, if signing out ends the session at the provider as
   * well.
   */
  signedInAt: string;
  /** A cookie of the layer: the proof that the session was used on its device, which is a few minutes old at most. */
  boundSession: string;
}

export interface SignedInUser {
  id: string;
  /** The time of the user's sign-in; undefined if it is unknown. */
  authenticatedAt: Date | undefined;
  /** Whether that sign-in has shown that they were there in person. */
  inPerson: boolean;
  /** With JWT sessions: whether their address was proven before that sign-in, or by it. */
  wasProven?: boolean;
  /** Whether it was proven only after that sign-in. With database sessions, the proof has ended the session. */
  isOutdated?: boolean;
}

export interface FlowContext {
  config: ResolvedConfig;
  request: AuthRequest;
  /** `Set-Cookie` lines for the answer, also if it is an error. */
  setCookies: string[];
  /**
   * The signed-in user whose account gets another sign-in method: by "Connect", or by adding a passkey. Set by those
   * flows.
   */
  addsTo?: SignedInUser;
  /** Whether this sign-in has shown that its user is there in person. Set by the flow for that. */
  inPerson?: boolean;
  /** The page on this origin to which "Connect" was to lead. It is set when the visitor returns from the provider. */
  connectedFrom?: string;
  outcome: Outcome;
}

/** What the cookies of a request and of its answer need: on the auth route, and on a page that reads the session. */
export type CookieContext = Pick<FlowContext, "config" | "setCookies"> & { request: RequestCookies };

/** What came of the request, as core, the adapter and the callbacks report it. */
export interface Outcome {
  /** The last error that core logged. */
  thrown?: Error;
  /**
   * What a flow has refused. Core wraps it as a failure of the adapter. It is logged once, as what it is.
   */
  refusal?: Error;
  /** How the request failed. If no flow sets it, it is derived from the thrown error. */
  failure?: Failure;
  /** The provider's own error, which core leaves out of the error that it throws. */
  providerError?: Error;
  /** The answer that the `signIn` callback chose. */
  response?: Response;
  /** The JWT that was read or made. */
  jwt?: {
    /** The time of its sign-in. */
    authenticatedAt: Date;
    /** Whether that sign-in has shown that its user was there in person. */
    inPerson: boolean;
    /** It is older than its absolute lifetime, or the `jwt` callback returned null. */
    hasEnded: boolean;
  };
  /** The passkey that the browser presented is not stored. The browser tells the password manager that offered it. */
  unknownPasskey?: boolean;
  /** An account or a passkey was stored. */
  added?: boolean;
}

type Callbacks = NonNullable<AuthConfig["callbacks"]>;

/** The application's functions that core calls, except those of its adapter and its providers. */
export interface CoreCallbacks
  extends Required<Pick<Callbacks, "jwt" | "session" | "signIn">>,
    Pick<Callbacks, "redirect">,
    Pick<JWTOptions, "decode" | "encode"> {}

/** The application's functions that hear of users and accounts. */
export type CoreEvents = Pick<NonNullable<AuthConfig["events"]>, "createUser" | "linkAccount">;

/**
 * The hooks of a flow, in the order in which they run. `adapter`, `callbacks`, `events` and `provider` wrap their
 * argument.
 */
export interface Flow {
  /** Called before core sees the request. An answer or a failure ends the request here. */
  before?(): Promise<Response | Failure | undefined> | Response | Failure | undefined;
  /** Wraps methods of the adapter. Methods that the application's adapter lacks are left out. */
  adapter?(adapter: SolidAuthAdapter): Partial<SolidAuthAdapter>;
  callbacks?(callbacks: CoreCallbacks): Partial<CoreCallbacks>;
  /** Wraps the events that the application has. */
  events?(events: CoreEvents): CoreEvents;
  /** The provider that the request is for. */
  provider?(provider: ResolvedProvider): ResolvedProvider;
  /** What the flow knows of the cause, if core's error leads to a page: `code` of the failure. */
  reason?(): string | undefined;
  /** A response, or a failure, instead of core's response. */
  replace?(response: Response): Response | Failure | undefined;
  /**
   * Called after a failure of the application, such as one of its adapter. It gives back what the request has used up.
   */
  undo?(): Promise<void>;
  /** Called after a success. It may add headers to the answer, or change them. */
  after?(headers: Headers): Promise<void>;
}

/** Starts a flow for one request. Returns undefined if the flow does not apply to the request. */
export type StartFlow = (context: FlowContext) => Flow | undefined;
