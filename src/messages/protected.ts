// The text of the demo page.

import type { JSX } from "solid-js";

export const protectedText = {
  title: "Protected page",
  hello: (name: string) => `Hello, ${name}`,
  lead: "Only signed-in users see this page. The server checked your session before it rendered a word of it.",
  email: "Email",
  confirmed: "confirmed",
  unconfirmed: "not confirmed yet",
  joined: "Joined",
  signedIn: "Signed in",
  ends: "This session ends",
  unless: ", unless you come back before then",
  next: (file: JSX.Element, client: JSX.Element, account: JSX.Element) => [
    "Make this page your own in ",
    file,
    ", or go on to ",
    client,
    " or ",
    account,
    ".",
  ],
  clientPage: "the client-rendered page",
  account: "your account",
};
