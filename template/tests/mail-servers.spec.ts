// Mail through real servers: Postfix with Dovecot's SASL.

import { describeAuthError } from "../../src/messages/auth-errors.ts";
import { type App, startApp } from "../../tests/support/app.ts";
import { Client } from "../../tests/support/client.ts";
import { test as base, expect, newClient, newEmail } from "../../tests/support/test.ts";
import { DOMAIN, LOGIN, type MailServers, type Service, startMailServers } from "./support/mail-servers.ts";

const test = base.extend<object, { servers: MailServers }>({
  servers: [
    async ({ browserName: _ }, use) => {
      const servers = await startMailServers();
      await use(servers);
      await servers.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

const encoded = ({ user, password } = LOGIN) => `${user}:${encodeURIComponent(password)}@`;

/** Starts the application with an EMAIL_SERVER, and runs a test. */
async function withApp(servers: MailServers, server: string, run: (app: App) => Promise<void>): Promise<void> {
  const url = server.replace(/:(\w+)(?=$|\?)/, (_, service: Service) => `:${servers.port(service)}`);
  const app = await startApp(undefined, {
    EMAIL_SERVER: url,
    EMAIL_FROM: '"Acme, Łódź" <sign-in@example.org>',
    NODE_EXTRA_CA_CERTS: servers.certificate,
  });
  try {
    await run(app);
  } finally {
    await app.stop();
  }
}

/** Asks for a link by the form. @returns the code of the error, and the page that shows it */
async function askFor(app: App, email: string): Promise<{ code: string | null; body: string }> {
  const client = new Client(app.origin, newClient());
  const fields = { csrfToken: await client.csrfToken(), email };
  const { location } = await client.post("/api/auth/signin/email", fields);
  if (!location) throw new Error("There is no redirect.");
  return { code: location.searchParams.get("code"), ...(await client.open(`${location.pathname}${location.search}`)) };
}

for (const [what, server] of [
  ["with STARTTLS", `smtp://${encoded()}localhost:submission`],
  ["with TLS from the first byte", `smtps://${encoded()}localhost:submissions`],
  ["on another machine, with STARTTLS", `smtp://${encoded()}0.0.0.0:submission`],
] as const)
  test(`a server ${what} gets the password and the mail under TLS`, async ({ servers }) => {
    await withApp(servers, server, async (app) => {
      const address = newEmail();
      expect((await askFor(app, address)).code).toBeNull();
      const mail = await servers.delivered(address);
      // The S is TLS, and the A is the password (RFC 3848).
      expect(mail).toContain("with ESMTPSA id");
      expect(mail).toMatch(/^From: =\?UTF-8\?Q\?Acme=2C_=C5=81=C3=B3d=C5=BA\?= <sign-in@example\.org>$/m);
      expect(mail).toMatch(/^Auto-Submitted: auto-generated$/m);
    });
  });

test("a server on another machine that offers no TLS gets neither the password nor the mail, and the log says why", async ({
  servers,
}) => {
  await withApp(servers, `smtp://${encoded()}0.0.0.0:plain`, async (app) => {
    const before = servers.log().length;
    expect((await askFor(app, newEmail())).code).toBe("unsent");
    await expect.poll(() => servers.log().slice(before)).toMatch(/disconnect from .* ehlo=1 starttls=0\/1 .*/);
    expect(servers.log().slice(before)).not.toMatch(/disconnect from .*(auth|mail|rcpt)=/);
    const log = await app.log();
    expect(log).toMatch(/ error .*The mail server offers no TLS, and is on another machine/);
    expect(log).toContain("requireTLS=false");
    expect(log).not.toContain(LOGIN.password);
  });
});

for (const server of [`smtp://${encoded()}localhost:plain`, `smtp://${encoded()}0.0.0.0:plain?requireTLS=false`])
  test(`a server without TLS gets the mail where that is meant: ${server.split("@")[1]}`, async ({ servers }) => {
    await withApp(servers, server, async (app) => {
      const address = newEmail();
      expect((await askFor(app, address)).code).toBeNull();
      expect(await servers.delivered(address)).toContain("with ESMTPA id");
    });
  });

const WRONG = { user: LOGIN.user, password: "another password" };

for (const [what, server, recipient, reply, code, level] of [
  [
    "relays for clients that sign in",
    "smtp://localhost:submission",
    "user@example.org",
    "554 5.7.1",
    "unsent",
    "error",
  ],
  ["relays for no client", "smtp://localhost:default", "user@example.org", "454 4.7.1", "unsent", "error"],
  ["accepts no mail without a password", "smtp://localhost:strict", `user@${DOMAIN}`, "554 5.7.1", "unsent", "error"],
  [
    "does not know the password",
    `smtp://${encoded(WRONG)}localhost:submission`,
    `user@${DOMAIN}`,
    "535 5.7.8",
    "unsent",
    "error",
  ],
  ["takes the mail for spam", "smtp://localhost:default", `spam@${DOMAIN}`, "554 5.7.1", "unsent", "error"],
  ["has a full mailbox", "smtp://localhost:default", `full@${DOMAIN}`, "552 5.2.2", "unsent", "warn"],
  ["greylists", "smtp://localhost:default", `greylisted@${DOMAIN}`, "450 4.2.0", "deferred", "warn"],
] as const)
  test(`a server that ${what} is one line in the log, with its reply, and the visitor did nothing wrong`, async ({
    servers,
  }) => {
    await withApp(servers, server, async (app) => {
      const answer = await askFor(app, recipient);
      expect(answer.code).toBe(code);
      expect(answer.body).toContain(describeAuthError("EmailSignInError", code).title);
      const told = (await app.entries()).filter(({ level }) => level === "error" || level === "warn");
      expect(told).toMatchObject([{ level, msg: expect.stringContaining(`: ${reply} `) }]);
      expect(told[0]?.msg).not.toMatch(/\n/);
      expect(told[0]?.msg).not.toMatch(/user@|spam@|full@|greylisted@|another password/);
    });
  });

test("a mailbox that does not exist is the visitor's mistake: one line in the log, and the page says so", async ({
  servers,
}) => {
  await withApp(servers, `smtp://${encoded()}localhost:submission`, async (app) => {
    const answer = await askFor(app, `nobody@${DOMAIN}`);
    expect(answer.code).toBe("no_mailbox");
    expect(answer.body).toContain(describeAuthError("EmailSignInError", "no_mailbox").title);
    expect((await app.entries()).filter(({ level }) => level === "error")).toEqual([]);
    expect(await app.log()).toMatch(
      / info .*the mail server refuses: .*550 5\.1\.1 <\[address\]>: Recipient address rejected/,
    );
  });
});
