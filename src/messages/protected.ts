// The text of the demo pages.

import type { JSX } from "solid-js";

const hello = (name: string) => `Hello, ${name}`;

export const protectedText = {
  title: "Protected page",
  hello,
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

export const clientText = {
  title: "Client-rendered page",
  hello,
  lead: (time: string, file: JSX.Element) => [`Your browser rendered this page at ${time}. Edit it in `, file, "."],
  toServer: "Go to the server-rendered page",
  needsScript: "This page needs JavaScript",
  without: (link: JSX.Element) => ["Your browser would render it. ", link, " works without."],
  serverPage: "The server-rendered page",
};
