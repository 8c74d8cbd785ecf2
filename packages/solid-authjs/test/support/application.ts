// The layer for its tests: the real handler on a database of its own, with sign-in by email.

import type { EmailConfig } from "@auth/core/providers";
import { getRequestEvent } from "solid-js/web";
import { beforeEach, vi } from "vitest";
import type { SolidAuthConfig } from "../../src";
import { openStore, type Store } from "./store";
import { type Answer, Visitor, type VisitorOptions } from "./visitor";

export const EMAIL = "user@example.com";
export const SECRET = "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e";
export const STRATEGIES = ["database", "jwt"] as const;

/** A logger that writes nothing, for tests of errors. */
export const QUIET: NonNullable<SolidAuthConfig["logger"]> = { error() {}, warn() {}, debug() {} };

export interface SentMail {
  to: string;
  url: URL;
  expires: Date;
}

/** An email provider that stores its mails. */
export function emailProvider(sent: SentMail[] = [], options: Partial<EmailConfig> = {}): EmailConfig {
  return {
    id: "email",
    type: "email",
    name: "Email",
    maxAge: 10 * 60,
    async sendVerificationRequest({ identifier, url, expires }) {
      sent.push({ to: identifier, url: new URL(url), expires });
    },
    ...options,
  };
}

/** Signs in by email: requests a link and spends it. */
export async function signInByMail(visitor: Visitor, sent: SentMail[], email = EMAIL): Promise<Answer> {
  await visitor.post("/signin/email", { email });
  return visitor.post("/callback/email", linkFields(sent.findLast(({ to }) => to === email.toLowerCase())));
}

/** The fields that the page behind a mail's link posts. */
export function linkFields(mail: SentMail | undefined): Record<string, string> {
  return Object.fromEntries(mail?.url.searchParams ?? []);
}

type Options = Partial<SolidAuthConfig>;

export interface Application extends Store {
  config: SolidAuthConfig;
  /** The mails sent so far. */
  sent: SentMail[];
  /** The configuration, with these options instead of its own. */
  configWith(options: Options): SolidAuthConfig;
  /** A new browser. @param options instead of the configuration's */
  visitor(options?: Options, where?: VisitorOptions): Visitor;
  /** Signs in by email in a browser. */
  signIn(visitor: Visitor, email?: string): Promise<Answer>;
  /** A new browser, signed in by email. */
  signedIn(email?: string, options?: Options): Promise<Visitor>;
}

async function openApplication({ providers = [], ...options }: Options, origin?: string): Promise<Application> {
  const store = await openStore();
  const sent: SentMail[] = [];
  const app: Application = {
    ...store,
    sent,
    config: {
      adapter: store.adapter,
      providers: [emailProvider(sent), ...providers],
      secret: SECRET,
      trustHost: true,
      logger: QUIET,
      getRequestEvent,
      // Once @auth/core has seen a passkey provider, it asks each configuration for this.
      experimental: { enableWebAuthn: true },
      ...options,
    },
    configWith(options) {
      return { ...this.config, ...options };
    },
    visitor(options = {}, where = { origin }) {
      return new Visitor(this.configWith(options), where);
    },
    signIn: (visitor, email) => signInByMail(visitor, sent, email),
    async signedIn(email, options) {
      const visitor = this.visitor(options);
      await this.signIn(visitor, email);
      return visitor;
    },
  };
  return app;
}

/**
 * The application of a test file, new for each test. Call it where `beforeEach` may be called.
 *
 * @param options of the configuration, called before each test; `providers` are in addition to email
 * @param origin of the application
 */
export function useApplication(options: () => Options = () => ({}), origin?: string): Application {
  const app = {} as Application;
  beforeEach(async () => {
    // Those of the test before end.
    vi.useRealTimers();
    vi.unstubAllEnvs();
    Object.assign(app, await openApplication(options(), origin));
  });
  return app;
}
