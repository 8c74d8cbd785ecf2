// One request on its way through the handler, and the interface of a flow. A flow is one file in flows/: its values
// stay in its own closure. The context carries only values that several flows need.

import type { AuthConfig } from "@auth/core";
import type { JWTOptions } from "@auth/core/jwt";
import type { AuthAction } from "@auth/core/types";
import type { Failure } from "./errors.ts";
import type { ResolvedConfig } from "./resolved-config.ts";
import type { ResolvedProvider, SolidAuthAdapter } from "./types.ts";

/** The actions of a request: those of Auth.js, and our own for device-bound sessions. */
export type Action = AuthAction | "device-bound-session";

export interface AuthRequest extends RequestCookies {
  method: "GET" | "POST";
  /** The request's URL, on the canonical origin. The Host header has no influence. */
  url: URL;
  action: Action;
  /** The id of the provider in the path. */
  providerId: string | undefined;
  /** The configured provider with that id. */
  provider: ResolvedProvider | undefined;
  headers: Headers;
  body: Record<string, unknown>;
}

/** The cookies of a request. */
export interface RequestCookies {
  /** Whether cookies have the Secure attribute: as configured; by default, true on an https origin. */
  secure: boolean;
  /** The names of the layer's cookies. */
  names: CookieNames;
  /** The cookies that core will see. */
  cookies: Record<string, string | undefined>;
  /** The names of the cookies that hold the session: one cookie, or its chunks in their order. */
  sessionCookies: string[];
  /** The session that the browser sent, even if it is hidden from core. Empty if the browser sent none. */
  sessionToken: string;
}

/** The names of the layer's cookies. */
export interface CookieNames {
  session: string;
  callbackUrl: string;
  csrf: string;
  /** The passkey challenge that core sees. The browser has one cookie with a suffix for each page that waits. */
  challenge: string;
  /** A cookie of the layer: the user who pressed "Connect", and the provider. */
  linkIntent: string;
  /** A cookie of the layer: the address for which this browser requested a sign-in link. */
  pendingEmail: string;
  /** A cookie of the layer: when and how a sign-in at a provider began. */
  signInStart: string;
  /**
   * A cookie of the layer: the provider that signed this browser in. It exists only if signing out ends the session at
   * the provider as well.
   */
  signedInAt: string;
  /** A cookie of the layer: the proof, at most a few minutes old, that the session was used on its device. */
  boundSession: string;
}

export interface SignedInUser {
  id: string;
  /** The time of the user's sign-in; undefined if it is unknown. */
  authenticatedAt: Date | undefined;
  /** Whether that sign-in proved that the user was present in person. */
  inPerson: boolean;
  /** With JWT sessions: whether the user's address was proven before that sign-in, or by it. */
  wasProven?: boolean;
  /**
   * Whether the address was proven only after that sign-in. With database sessions, that proof has ended the session.
   */
  isOutdated?: boolean;
}

export interface FlowContext {
  config: ResolvedConfig;
  request: AuthRequest;
  /** `Set-Cookie` lines for the answer, even if the answer is an error. */
  setCookies: string[];
  /**
   * The signed-in user whose account gets another sign-in method, by "Connect" or by a new passkey. The flows for these
   * two set it.
   */
  addsTo?: SignedInUser;
  /** Whether this sign-in proved that its user is present in person. The flow for presence sets it. */
  inPerson?: boolean;
  /** The page on this origin to which "Connect" leads. It is set when the visitor returns from the provider. */
  connectedFrom?: string;
  outcome: Outcome;
}

/** The facts needed to read and set cookies, on the auth route and on a page that reads the session. */
export type CookieContext = Pick<FlowContext, "config" | "setCookies"> & { request: RequestCookies };

/** The result of the request, as core, the adapter and the callbacks report it. */
export interface Outcome {
  /** The last error that core logged. */
  thrown?: Error;
  /**
   * The error with which a flow refused the request. Core wraps this error as a failure of the adapter. The log has it
   * once, under its own name.
   */
  refusal?: Error;
  /** How the request failed. If no flow sets it, the thrown error decides. */
  failure?: Failure;
  /** The provider's own error, which core does not include in its thrown error. */
  providerError?: Error;
  /** The answer that the `signIn` callback chose. */
  response?: Response;
  /** The JWT that was read or made. */
  jwt?: {
    /** The time of the sign-in in that JWT. */
    authenticatedAt: Date;
    /** Whether that sign-in proved that its user was present in person. */
    inPerson: boolean;
    /** Whether the user's address was proven before that sign-in, or by it. */
    wasProven: boolean;
    /** The session is older than its absolute lifetime, or the `jwt` callback returned null. */
    hasEnded: boolean;
  };
  /**
   * The database does not have the passkey that the browser presented. The browser tells this to the password manager
   * that offered the passkey.
   */
  unknownPasskey?: boolean;
  /** An account or a passkey was stored. */
  added?: boolean;
}

type Callbacks = NonNullable<AuthConfig["callbacks"]>;

/** The application's functions that core calls, except the functions of its adapter and its providers. */
export interface CoreCallbacks
  extends Required<Pick<Callbacks, "jwt" | "session" | "signIn">>,
    Pick<JWTOptions, "decode" | "encode"> {}

/** The application's functions that learn about users and accounts. */
export type CoreEvents = Pick<NonNullable<AuthConfig["events"]>, "createUser" | "linkAccount">;

/**
 * The hooks of a flow, in the order in which they run. `adapter`, `callbacks`, `events` and `provider` wrap their
 * argument.
 */
export interface Flow {
  /** Called before core sees the request. If it returns an answer or a failure, the request ends here. */
  before?(): Promise<Response | Failure | undefined> | Response | Failure | undefined;
  /** Wraps methods of the adapter. It leaves out methods that the application's adapter lacks. */
  adapter?(adapter: SolidAuthAdapter): Partial<SolidAuthAdapter>;
  callbacks?(callbacks: CoreCallbacks): Partial<CoreCallbacks>;
  /** Wraps the events that the application has. */
  events?(events: CoreEvents): CoreEvents;
  /** The provider that the request is for. */
  provider?(provider: ResolvedProvider): ResolvedProvider;
  /** The cause that the flow knows, if core's error leads to a page: the failure's `code`. */
  reason?(): string | undefined;
  /** A response, or a failure, instead of core's response. */
  replace?(response: Response): Response | Failure | undefined;
  /** Called after a success. It may add or change headers of the answer. */
  after?(headers: Headers): Promise<void>;
}

/** Starts a flow for one request. Returns undefined if the flow does not apply to the request. */
export type StartFlow = (context: FlowContext) => Flow | undefined;
