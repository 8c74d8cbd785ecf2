// The floor: the cost of such responses in Node and SQLite alone, without a framework, headers or rendering. It is not
// an example to follow.

import { createServer } from "node:http";
import Database from "better-sqlite3";
import { parseCookie } from "cookie";

const database = new Database(process.env.DATABASE_URL?.slice("file:".length) ?? "", { readonly: true });
const sessions = database.prepare<string[], { email: string; expires: string }>(
  `SELECT "email", "expires" FROM "Session" JOIN "User" ON "User"."id" = "userId" WHERE "sessionToken" = ? AND "expires" > ?`,
);

const server = createServer(({ url, headers }, response) => {
  const token = parseCookie(headers.cookie ?? "")["authjs.session-token"];
  const found = token ? sessions.get(token, new Date().toISOString()) : undefined;
  const send = (type: string, body: string) => response.writeHead(200, { "content-type": type }).end(body);
  if (url === "/") send("text/html", page("<h1>Home</h1>"));
  else if (url === "/sign-in") send("text/html", page('<h1>Sign in</h1><form method="post"></form>'));
  else if (url === "/protected" && found) send("text/html", page(`<h1>Hello, ${found.email}</h1>`));
  else if (url === "/api/auth/session") {
    const session = found ? { user: { email: found.email }, expires: found.expires } : null;
    send("application/json", JSON.stringify(session));
  } else response.writeHead(302, { location: "/" }).end();
});

server.listen(Number(process.env.PORT), process.env.HOST);

function page(body: string): string {
  return `<!DOCTYPE html><html lang="en"><body>${body}</body></html>`;
}
