import type { AddressInfo } from "node:net";
import { createTransport } from "nodemailer";
import type SMTPTransport from "nodemailer/lib/smtp-transport";
import { SMTPServer } from "smtp-server";
import { describe, expect, it } from "vitest";
import { type MailServer, readMailServer } from "~/server/email-settings";
import { deliver, isWithoutTls, smtpOptions } from "~/server/mail/smtp";

/** What nodemailer itself makes of a URL, in which smtpOptions differs by its timeouts only. */
function ofNodemailer(server: string): SMTPTransport.Options {
  return createTransport(server).options;
}

describe("the options of EMAIL_SERVER", () => {
  it.each([
    "smtp://localhost",
    "smtp://[::1]:1025",
    "smtps://user%40example.com:p%40ss%3Aw%C3%B6rd@smtp.example.com",
    "smtp://smtp.example.com:587?requireTLS=true&name=app.example.com&tls.rejectUnauthorized=false&tls.servername=mx",
    "smtp://localhost?pool=true&maxConnections=3&connectionTimeout=1&greetingTimeout=2&socketTimeout=3",
  ])("the options are those that nodemailer reads from the URL: %s", (server) => {
    const { connectionTimeout, greetingTimeout, socketTimeout, tls = {}, ...rest } = ofNodemailer(server);
    const timeouts = { connectionTimeout, greetingTimeout, socketTimeout };
    const expected = Object.entries(timeouts).map(([name, given]) => [name, given ?? 10_000]);
    const { value } = readMailServer(server);
    expect(value && smtpOptions(value)).toEqual({ ...rest, tls, ...Object.fromEntries(expected) });
  });
});

const MAIL = { from: "app@example.com", to: "ada@example.com", text: "https://app.example.com/sign-in" };

/** @returns what a server without TLS sees, and why the mail that is sent to its port fails */
async function inClearText(send: (port: number) => Promise<unknown>): Promise<{ seen: string[]; error: unknown }> {
  const seen: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onAuth({ username, password }, _, done) {
      seen.push(`${username}:${password}`);
      done(null, { user: username });
    },
    onData(stream, _, done) {
      seen.push("a mail");
      stream.resume().on("end", done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const error = await send(port).then(
    () => undefined,
    (error: unknown) => error,
  );
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return { seen, error };
}

/** Sends a mail as if EMAIL_SERVER's host were this machine. */
function sendInClearText(text: string) {
  const { value } = readMailServer(text);
  return inClearText((port) =>
    createTransport({ ...(value && smtpOptions(value)), host: "127.0.0.1", port }).sendMail(MAIL),
  );
}

describe("a mail server that offers no TLS", () => {
  it.each([
    "smtp://user:password@smtp.example.com",
    "smtp://user:password@192.0.2.1?requireTLS=true",
    "smtp://user:password@localhost.example.com",
    "smtp://user:password@my-localhost",
    "smtp://user:password@smtp.example.com?opportunisticTLS=true",
  ])("gets no password and no link on another machine: %s", async (server) => {
    const { seen, error } = await sendInClearText(server);
    expect(seen).toEqual([]);
    expect(isWithoutTls(error)).toBe(true);
  });

  it("the operator reads that a mail server offers no TLS, with the setting that allows it", async () => {
    const { error } = await inClearText((port) => {
      const { value } = readMailServer(`smtp://localhost:${port}?requireTLS=true`);
      return deliver(value as MailServer, MAIL);
    });
    expect(String(error)).toContain("smtp://…?requireTLS=false");
  });

  it.each([
    "smtp://user:password@localhost",
    "smtp://user:password@127.0.0.1",
    "smtp://user:password@[::1]",
    "smtp://user:password@smtp.example.com?requireTLS=false",
  ])("gets both on this machine, and where the URL allows it: %s", async (server) => {
    expect(await sendInClearText(server)).toEqual({ seen: ["user:password", "a mail"], error: undefined });
  });
});
