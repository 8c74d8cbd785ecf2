// `npm run doctor -- https://app.example.com` examines a deployment from the owner's checkout. It exits with 1 if
// something is wrong.

import { Resolver } from "node:dns";
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { examine } from "./examine.ts";

const USAGE = "Usage: npm run doctor -- https://app.example.com [--dkim selector] [--dns 9.9.9.9]";

const { positionals, values } = readArguments();
const target = URL.parse(positionals[0] ?? "");
if (!target || !/^https?:$/.test(target.protocol)) stop(USAGE);

if (existsSync(".env")) process.loadEnvFile(".env");
/** The newest secret. */
const secret = ["AUTH_SECRET_3", "AUTH_SECRET_2", "AUTH_SECRET_1", "AUTH_SECRET"].map(variable).find(Boolean);
if (!secret) stop("AUTH_SECRET is missing: the doctor needs that of the deployment, in the environment or in .env.");

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const findings = await examine(target, {
  ...values,
  dkim: values.dkim,
  dns: values.dns,
  secret,
  emailFrom: variable("EMAIL_FROM"),
  version,
});
const width = Math.max(...findings.map(({ about }) => about.length));
for (const { level, about, text, cure } of findings) {
  console.log(`${level.padEnd(4)}  ${about.padEnd(width)}  ${text}`);
  if (cure) console.log(`${" ".repeat(width + 8)}→ ${cure}`);
}
process.exitCode = findings.some(({ level }) => level === "fail") ? 1 : 0;

/** Reads a variable as the server does: without surrounding space and quotation marks. */
function variable(name: string): string | undefined {
  const value = process.env[name]?.trim() ?? "";
  return (/^(["']).+\1$/s.test(value) ? value.slice(1, -1).trim() : value) || undefined;
}

function readArguments() {
  try {
    const options = { dkim: { type: "string" }, dns: { type: "string" } } as const;
    const given = parseArgs({ allowPositionals: true, options });
    // The function accepts addresses, and throws for a name.
    if (given.values.dns) new Resolver().setServers([given.values.dns]);
    return given;
  } catch {
    stop(USAGE);
  }
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
