import { createTransport } from "nodemailer";
import type SMTPTransport from "nodemailer/lib/smtp-transport";
import { describe, expect, it } from "vitest";
import { readMailServer } from "~/server/email-settings";
import { smtpOptions } from "~/server/mail/smtp";

/** What nodemailer itself makes of a URL, in which smtpOptions differs by its timeouts only. */
function ofNodemailer(server: string): SMTPTransport.Options {
  return createTransport(server).options;
}

describe("the options of EMAIL_SERVER", () => {
  it.each([
    "smtp://localhost",
    "smtp://127.0.0.1:1025",
    "smtp://[::1]:1025",
    "smtps://user:password@smtp.example.com:465",
    "smtps://user%40example.com:p%40ss%3Aw%C3%B6rd@smtp.example.com",
    "smtps://key@smtp.example.com",
    "smtp://smtp.example.com:587?requireTLS=true&name=app.example.com&tls.rejectUnauthorized=false&tls.servername=mx",
    "smtp://localhost?pool=true&maxConnections=3&connectionTimeout=1&greetingTimeout=2&socketTimeout=3",
  ])("are those that nodemailer reads from the URL: %s", (server) => {
    const { connectionTimeout, greetingTimeout, socketTimeout, tls = {}, ...rest } = ofNodemailer(server);
    const timeouts = { connectionTimeout, greetingTimeout, socketTimeout };
    const expected = Object.entries(timeouts).map(([name, given]) => [name, given ?? 10_000]);
    const { value } = readMailServer(server);
    expect(value && smtpOptions(value)).toEqual({ ...rest, tls, ...Object.fromEntries(expected) });
  });
});
