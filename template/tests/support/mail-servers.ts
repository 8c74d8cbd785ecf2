// Postfix with Dovecot's SASL: Debian's packages, with a configuration of their own in a temporary folder. Postfix
// delivers to files in it, and no mail leaves this machine.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ended, freePort, waitFor } from "../../../tests/support/app.ts";
import { atExit, temporaryFolder } from "../../../tests/support/temporary.ts";

/** The programs of Debian's packages. */
const PROGRAMS = {
  postfix: "/usr/sbin/postfix",
  "dovecot-core": "/usr/sbin/dovecot",
};

/** The domain whose mail Postfix delivers. For others it relays, if the client has signed in. */
export const DOMAIN = "example.com";
export const LOGIN = { user: "app", password: "a password of these tests" };

/** Refuses relaying with 554. By default, Postfix does so with 454. */
const RELAY = "smtpd_relay_restrictions=permit_sasl_authenticated,reject_unauth_destination";
const NO_LOGIN = "smtpd_sasl_auth_enable=no";

/** The settings of each port. */
const SERVICES = {
  submission: ["smtpd_tls_security_level=may", "smtpd_tls_auth_only=yes", RELAY],
  submissions: ["smtpd_tls_security_level=encrypt", "smtpd_tls_wrappermode=yes", RELAY],
  /** Offers no TLS. */
  plain: ["smtpd_tls_security_level=none", RELAY],
  default: ["smtpd_tls_security_level=may", NO_LOGIN],
  /** Wants each client to sign in, also for mail to its own domain: 554 at RCPT. */
  strict: ["smtpd_tls_security_level=may", "smtpd_client_restrictions=permit_sasl_authenticated,reject"],
};

export type Service = keyof typeof SERVICES;

export interface MailServers {
  port: (service: Service) => number;
  /** The certificate of its authority, as a file, for NODE_EXTRA_CA_CERTS. */
  certificate: string;
  log: () => string;
  /** The newest mail as it was delivered, with all headers, once there is one. */
  delivered: (to: string) => Promise<string>;
  stop: () => Promise<void>;
}

function needPackages(): void {
  const missing = Object.entries(PROGRAMS).filter(([, file]) => !existsSync(file));
  if (missing.length > 0)
    throw new Error(
      `These tests need mail servers. On Debian: apt-get install ${missing.map(([name]) => name).join(" ")}`,
    );
}

/** @returns a command as root, under which alone Postfix and Dovecot start */
function asRoot(...command: string[]): [program: string, args: string[]] {
  const [program = "", ...args] = process.getuid?.() === 0 ? command : ["sudo", "-n", ...command];
  return [program, args];
}

function run(...command: string[]): void {
  const [program, args] = asRoot(...command);
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command.join(" ")}, as root, failed: ${error ?? ""}${stdout}${stderr}`);
}

/** Both stop with this process, too. */
export async function startMailServers(): Promise<MailServers> {
  needPackages();
  const folder = temporaryFolder();
  const ports = Object.fromEntries(
    await Promise.all(Object.keys(SERVICES).map(async (name) => [name, await freePort()] as const)),
  );
  writePostfix(folder, ports);
  writeDovecot(folder);
  // Postfix checks who owns its files, and its processes have a user of their own.
  run("chown", "-R", "root:root", folder);
  run("chmod", "755", folder);
  run("chown", "postfix", join(folder, "data"), join(folder, "mail"));

  const children: ChildProcess[] = [];
  let output = "";
  const start = (...command: string[]) => {
    const child = spawn(...asRoot(...command), { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    children.push(child);
  };
  const log = () => `${output}${readIfThere(join(folder, "queue/log"))}`;
  const end = () => {
    spawnSync(...asRoot("postfix", "-c", join(folder, "config"), "abort"));
    spawnSync(...asRoot("doveadm", "-c", join(folder, "dovecot.conf"), "stop"));
    spawnSync(...asRoot("rm", "-rf", folder));
  };
  atExit(end);
  start("postfix", "-c", join(folder, "config"), "start-fg");
  // Postfix makes the folder for Dovecot's socket.
  await waitFor("Postfix that has started", () => (/daemon started/.test(log()) ? true : undefined)).catch((error) => {
    throw new Error(`${error}\n${log()}`);
  });
  start("dovecot", "-F", "-c", join(folder, "dovecot.conf"));
  await waitFor("Dovecot that has started", () => (existsSync(join(folder, "queue/private/auth")) ? true : undefined));

  return {
    port: (service) => ports[service] ?? 0,
    certificate: join(folder, "config/cert.pem"),
    log,
    delivered: (to) => waitFor(`mail to ${to}`, () => mailsTo(folder, to).at(-1)),
    async stop() {
      end();
      await Promise.all(children.map(ended));
    },
  };
}

const readIfThere = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");

function writePostfix(folder: string, ports: Record<string, number>): void {
  const config = join(folder, "config");
  for (const name of ["config", "queue", "data", "mail"]) mkdirSync(join(folder, name));
  const [key, certificate] = [join(config, "key.pem"), join(config, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:0.0.0.0"];
  const made = spawnSync("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    ...subject,
    "-keyout",
    key,
    "-out",
    certificate,
  ]);
  if (made.status !== 0) throw new Error(`openssl failed: ${made.stderr}`);
  const main = {
    compatibility_level: "3.6",
    queue_directory: join(folder, "queue"),
    data_directory: join(folder, "data"),
    maillog_file: join(folder, "queue/log"),
    maillog_file_prefixes: folder,
    inet_interfaces: "127.0.0.1",
    inet_protocols: "ipv4",
    myhostname: "mail.example.com",
    mydestination: "",
    mynetworks: "",
    default_transport: "error:no mail leaves this machine",
    virtual_mailbox_domains: DOMAIN,
    virtual_mailbox_base: join(folder, "mail"),
    virtual_mailbox_maps: "regexp:{{!/^nobody/ box/}}",
    virtual_uid_maps: `static:${idOf("-u")}`,
    virtual_gid_maps: `static:${idOf("-g")}`,
    virtual_minimum_uid: "1",
    smtpd_recipient_restrictions: `check_recipient_access regexp:{${Object.values(REFUSALS)}}`,
    smtpd_sasl_auth_enable: "yes",
    smtpd_sasl_type: "dovecot",
    smtpd_sasl_path: "private/auth",
    smtpd_tls_cert_file: certificate,
    smtpd_tls_key_file: key,
  };
  writeFileSync(join(config, "main.cf"), lines(Object.entries(main).map(([name, value]) => `${name} = ${value}`)));
  const services = Object.entries(SERVICES).map(([name, settings]) =>
    [`127.0.0.1:${ports[name]} inet n - n - - smtpd`, ...settings.map((setting) => `  -o ${setting}`)].join("\n"),
  );
  writeFileSync(join(config, "master.cf"), lines([...services, ...MASTER]));
}

/** What Postfix replies to a recipient whose address begins so, at RCPT. */
const REFUSALS = {
  greylisted: "{/^greylisted/ 450 4.2.0 Greylisted, please try again later}",
  full: "{/^full/ 552 5.2.2 Mailbox full}",
  spam: "{/^spam/ 554 5.7.1 Rejected as spam}",
};

/** Postfix's own processes. */
const MASTER = [
  "cleanup unix n - n - 0 cleanup",
  "qmgr unix n - n 300 1 qmgr",
  "rewrite unix - - n - - trivial-rewrite",
  ...["bounce", "defer", "trace"].map((name) => `${name} unix - - n - 0 bounce`),
  "proxymap unix - - n - - proxymap",
  "error unix - - n - - error",
  "virtual unix - n n - - virtual",
  "anvil unix - - n - 1 anvil",
  "tlsmgr unix - - n 1000? 1 tlsmgr",
  "postlog unix-dgram n - n - 1 postlogd",
];

function writeDovecot(folder: string): void {
  const users = join(folder, "users");
  writeFileSync(users, `${LOGIN.user}:{PLAIN}${LOGIN.password}\n`);
  const settings = `
    base_dir = ${join(folder, "dovecot")}
    state_dir = ${join(folder, "dovecot")}
    log_path = /dev/stderr
    protocols =
    ssl = no
    auth_mechanisms = plain login
    disable_plaintext_auth = no
    passdb {
      driver = passwd-file
      args = ${users}
    }
    service auth {
      unix_listener ${join(folder, "queue/private/auth")} {
        mode = 0600
        user = postfix
      }
    }`;
  writeFileSync(join(folder, "dovecot.conf"), settings);
}

const lines = (each: string[]) => `${each.join("\n")}\n`;

/** @returns an id of the user of Debian's package */
const idOf = (flag: "-u" | "-g") => spawnSync("id", [flag, "postfix"], { encoding: "utf8" }).stdout.trim();

/** @returns the mails to an address, oldest first */
function mailsTo(folder: string, address: string): string[] {
  const box = join(folder, "mail/box/new");
  const [program, args] = asRoot("grep", "-l", `^Delivered-To: ${address}$`, "-r", box);
  const names = spawnSync(program, args, { encoding: "utf8" }).stdout.split("\n").filter(Boolean).sort();
  return names.map((name) => {
    const [cat, file] = asRoot("cat", name);
    return spawnSync(cat, file, { encoding: "utf8" }).stdout;
  });
}
