// An e-mail provider as core is given it for one request: one spelling of addresses, links to the page that confirms, and
// failures that reach the visitor instead of the process.

import type { EmailConfig } from "@auth/core/providers";
import { InvalidEmailAddress, normalizeEmail } from "../email";
import type { Flow } from "../flow";

/** @returns the provider, reporting to the flow what became of the mail */
export function wrapEmailProvider(flow: Flow, provider: EmailConfig): EmailConfig {
  const normalize = provider.normalizeIdentifier ?? normalizeEmail;
  return {
    ...provider,
    normalizeIdentifier(identifier) {
      try {
        return normalize(identifier);
      } catch (error) {
        const code = error instanceof InvalidEmailAddress ? "address" : undefined;
        flow.failure = { error: "EmailSignInError", code, page: "signIn" };
        throw error;
      }
    },
    sendVerificationRequest(parameters) {
      const sent = send(flow, provider, parameters);
      // Core awaits a hash before it awaits this: a rejection in between would be an unhandled one.
      sent.catch(() => {});
      return sent;
    },
  };
}

async function send(
  flow: Flow,
  provider: EmailConfig,
  parameters: Parameters<EmailConfig["sendVerificationRequest"]>[0],
) {
  const { core } = flow.config;
  const url = new URL(parameters.url);
  if (core.pages?.confirm) url.pathname = core.pages.confirm;
  try {
    await provider.sendVerificationRequest({ ...parameters, url: url.href });
    flow.mailedTo = parameters.identifier;
  } catch (error) {
    flow.failure = { error: "EmailSignInError", code: "unsent", page: "signIn" };
    throw error;
  }
}
