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

/**
 * The application of a test file, new for each test. Call it where `beforeEach` may be called.
 *
 * @param options of the configuration, called before each test; `providers` are in addition to email
 * @param origin of the application
 */
export function useApplication(options: () => Options = () => ({}), origin?: string) {
  const app = {
    ...({} as Store),
    config: {} as SolidAuthConfig,
    /** The mails sent so far. */
    sent: [] as SentMail[],
    /** The configuration, with these options instead of its own. */
    configWith: (options: Options): SolidAuthConfig => ({ ...app.config, ...options }),
    /** A new browser. @param options instead of the configuration's */
    visitor: (options: Options = {}, where: VisitorOptions = { origin }): Visitor =>
      new Visitor(app.configWith(options), where),
    /** Signs in by email in a browser. */
    signIn: (visitor: Visitor, email?: string): Promise<Answer> => signInByMail(visitor, app.sent, email),
    /** A new browser, signed in by email. */
    async signedIn(email?: string, options?: Options): Promise<Visitor> {
      const visitor = app.visitor(options);
      await app.signIn(visitor, email);
      return visitor;
    },
  };
  beforeEach(async () => {
    // Those of the test before end.
    vi.useRealTimers();
    vi.unstubAllEnvs();
    const { providers = [], ...own } = options();
    Object.assign(app, await openStore());
    app.sent = [];
    app.config = {
      adapter: app.adapter,
      providers: [emailProvider(app.sent), ...providers],
      secret: SECRET,
      trustHost: true,
      logger: QUIET,
      getRequestEvent,
      // Once @auth/core has seen a passkey provider, it asks each configuration for this.
      experimental: { enableWebAuthn: true },
      ...own,
    };
  });
  return app;
}
