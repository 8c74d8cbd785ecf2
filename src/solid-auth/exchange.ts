// One request on its way through the handler, and the shape of a flow. A flow is one file in flows/: what it knows on the way stays in
// its own closure. Only what several flows need travels with the exchange.

import type { AuthConfig } from "@auth/core";
import type { JWTOptions } from "@auth/core/jwt";
import type { SetCookie } from "./cookies";
import type { Failure } from "./errors";
import type { AuthRequest } from "./request";
import type { ResolvedConfig, ResolvedProvider } from "./resolve";
import type { SignedInUser } from "./signed-in";
import type { SolidAuthAdapter } from "./types";

export interface Exchange {
  config: ResolvedConfig;
  request: AuthRequest;
  /** Lines that the answer gets, whether it is an error or not. */
  setCookies: SetCookie[];
  /** "Connect" or adding a passkey: the outcome belongs to this user, who is signed in, and to no other. */
  addsTo?: SignedInUser;
  reported: Reported;
}

/** What became known while @auth/core was at work, as against what was asked. */
export interface Reported {
  /** The last error that core logged. */
  thrown?: Error;
  /** How the request failed. Where no flow says, what was thrown decides. */
  failure?: Failure;
  /** What the `signIn` callback decided to be the answer. */
  answer?: Response;
  /** When the user of the session that was read or made signed in, in seconds since 1970. */
  authTime?: number;
  /** The idle lifetime of the session has begun anew. */
  sessionProlonged?: boolean;
  /** The `jwt` callback returned null, which ends the session. */
  sessionEnded?: boolean;
  /** An account or a passkey was stored. */
  added?: boolean;
}

type Callbacks = NonNullable<AuthConfig["callbacks"]>;

/** What core calls of the application, beside its adapter and its provider. */
export interface CoreCalls
  extends Required<Pick<Callbacks, "jwt" | "session" | "signIn">>,
    Pick<Callbacks, "redirect">,
    Pick<JWTOptions, "encode"> {}

/** The hooks of a flow, in the order in which they run. `adapter`, `calls` and `provider` wrap what they are given. */
export interface Flow {
  /** Before core sees the request. An answer or a failure ends the request here. */
  before?(): Promise<Response | Failure | undefined> | Response | Failure | undefined;
  /** The adapter's methods as core is to call them. Those that the application's adapter lacks are left out. */
  adapter?(adapter: SolidAuthAdapter): Partial<SolidAuthAdapter>;
  calls?(calls: CoreCalls): Partial<CoreCalls>;
  /** The provider that the request is for. */
  provider?(provider: ResolvedProvider): ResolvedProvider;
  /** An answer, or a failure, in place of core's answer. */
  instead?(response: Response): Response | Failure | undefined;
  /** After success: may add to the answer's headers, or change them. */
  after?(headers: Headers): Promise<void>;
}

/** Starts a flow for one request; undefined where the request is none of the flow's. */
export type StartFlow = (exchange: Exchange) => Flow | undefined;
