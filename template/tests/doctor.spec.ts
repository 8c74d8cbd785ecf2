// `npm run doctor` against a deployment behind nginx with TLS, of the configuration in docs/deploy/server.md. The
// certificate is signed by itself and trusted through NODE_EXTRA_CA_CERTS. DNS is a server of the test. What the doctor
// finds of broken ones: packages/start-kit/test/doctor.test.ts.

import { execFile, spawnSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { startDns } from "../../packages/start-kit/test/support/dns.ts";
import { ended, freePort, root, SECRET, startApp } from "../../tests/support/app.ts";
import { untilListening } from "./support/listening.ts";
import { newCertificate, replaced, startNginx, tlsConfiguration } from "./support/nginx.ts";

/** The sender's domain is that of `startApp`. */
const GOOD_DNS = {
  "example.org": ["v=spf1 mx -all", "another text"],
  "s1._domainkey.example.org": [`v=DKIM1; k=rsa; p=${"A".repeat(392)}`],
  "_dmarc.example.org": ["v=DMARC1; p=reject; rua=mailto:dmarc@example.org"],
};

const has = (command: string) => spawnSync(command, ["-v"]).error === undefined;

const files = newCertificate("localhost");

interface Examination {
  code: number;
  output: string;
  /** The doctor's lines about a subject. */
  about: (name: string) => string;
}

/** Runs the command with the owner's settings alone. */
function doctor(args: string[], env: Record<string, string | undefined> = {}): Promise<Examination> {
  const command = "packages/start-kit/src/doctor/cli.ts";
  const variables = { PATH: process.env.PATH, AUTH_SECRET: SECRET, NODE_EXTRA_CA_CERTS: files.certificate, ...env };
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { cwd: root, env: variables }, (error, stdout, stderr) => {
      const lines = stdout.split(/\n(?! )/);
      const about = (name: string) => lines.filter((line) => line.slice(6).startsWith(`${name} `)).join("\n");
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr, about });
    });
  });
}

if (has("nginx")) {
  test("a deployment as documented passes, and each line says what was found", async () => {
    const port = await freePort();
    const origin = `https://localhost:${port}`;
    const [app, server] = [await startApp(root, { AUTH_URL: origin }), await startDns(GOOD_DNS)];
    const configuration = replaced(
      tlsConfiguration(port, new URL(app.origin).host, files),
      [/server \{\s+listen 80;[^}]*\}/, ""],
      ["server_name app.example.com;", "server_name localhost;"],
      // The port is not 443 here, and belongs to the host.
      [/Host \$host;/g, "Host $http_host;"],
    );
    const nginx = startNginx(configuration);
    const dns = server.address;
    try {
      await untilListening(port);
      const healthy = await doctor([origin, "--dns", dns, "--dkim", "s1"]);
      expect(healthy.output).not.toMatch(/^(?:warn|fail)/m);
      expect(healthy.code).toBe(0);
      const lines: Record<string, RegExp> = {
        TLS: /TLSv1\.[23];.* 89 more days/,
        HSTS: /lasts 730 days/,
        Host: new RegExp(`arrives as ${new URL(origin).host}`),
        Scheme: /arrives as https/,
        Origin: new RegExp(`takes itself for ${origin}`),
        TRUST_PROXY: /address is 127\.0\.0\.1, behind proxies: 1/,
        Cookies: /__Host-authjs\.csrf-token/,
        Policy: /All \d security headers/,
        GitHub: new RegExp(`${origin}/api/auth/callback/github$`),
        Passkeys: /belong to localhost/,
        Clock: /by -?\d seconds/,
        "Mail server": /takes the deployment's connection/,
        SPF: /v=spf1 mx -all/,
        DKIM: /s1\._domainkey\.example\.org has a key/,
        DMARC: /p=reject/,
        Database: /answers/,
        Migrations: /applied/,
        Version: /as this checkout/,
      };
      for (const [name, text] of Object.entries(lines)) expect(healthy.about(name), healthy.output).toMatch(text);

      const untrusted = await doctor([origin], { NODE_EXTRA_CA_CERTS: undefined });
      expect(untrusted.about("Connection")).toMatch(/^fail.*DEPTH_ZERO_SELF_SIGNED_CERT.*\n.*certificate/);
      expect(untrusted.code).toBe(1);
    } finally {
      server.close();
      await ended(nginx);
      await app.stop();
    }
  });
}
