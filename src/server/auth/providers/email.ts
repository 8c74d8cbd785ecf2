// Sign-in with a link in a mail.

import "server-only";
import type { EmailConfig } from "@auth/core/providers";
import { LINK_MINUTES, sendSignInMail } from "../../mail";

export default function emailProvider(): EmailConfig {
  return {
    id: "email",
    type: "email",
    name: "E-mail",
    maxAge: LINK_MINUTES * 60,
    sendVerificationRequest: ({ identifier, url }) => sendSignInMail(identifier, url),
  };
}
