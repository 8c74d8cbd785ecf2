// The text of the demo page that the browser renders.

import type { JSX } from "solid-js";

export const clientText = {
  title: "Client-rendered page",
  hello: (name: string) => `Hello, ${name}`,
  lead: (time: string, file: JSX.Element) => [`Your browser rendered this page at ${time}. Edit it in `, file, "."],
  toServer: "Go to the server-rendered page",
  needsScript: "This page needs JavaScript",
  without: (link: JSX.Element) => ["Your browser would render it. ", link, " works without."],
  serverPage: "The server-rendered page",
};
