// Sign-in with a link in a mail, and a code for it.

import "server-only";
import type { EmailConfig } from "@auth/core/providers";
import type { MailParameters, SolidAuthEmailOptions } from "solid-authjs";
import appConfig from "../../../../app.config";
import { LINK_MINUTES } from "../../../lib/limits";
import { sendSignInMail } from "../../mail";

export default function emailProvider(): EmailConfig & SolidAuthEmailOptions {
  return {
    id: "email",
    type: "email",
    name: "Email",
    maxAge: LINK_MINUTES * 60,
    codes: appConfig.signInCodes && mayHaveCode,
    sendVerificationRequest: ({ identifier, url, code }: MailParameters) => sendSignInMail(identifier, url, code),
  };
}

async function mayHaveCode(address: string): Promise<boolean> {
  // Loaded only now: it connects to the database, which the build does not have.
  const { consumeLimit } = await import("../../http/rate-limit");
  return (await consumeLimit("codesToEmail", address)) === 0;
}
