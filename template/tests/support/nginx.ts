// nginx, Debian's package, with the configuration of docs/deploy/server.md in a temporary folder.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { blocksOf } from "../../../scripts/recipes/blocks.ts";
import { root } from "../../../tests/support/app.ts";
import { atExit, temporaryFolder } from "../../../tests/support/temporary.ts";

export const SERVER_PAGE = join(root, "docs/deploy/server.md");

/** @returns a file whose text is on the page about servers */
export function fileOnPage(name: string): string {
  const block = blocksOf(SERVER_PAGE).find(({ file, language }) => language !== "sh" && file.endsWith(name));
  if (!block) throw new Error(`${SERVER_PAGE} has no ${name}.`);
  return `${block.lines.join("\n")}\n`;
}

/** @returns the text with each part replaced, which must be there */
export function replaced(text: string, ...parts: [from: string | RegExp, to: string][]): string {
  return parts.reduce((result, [from, to]) => {
    const changed = result.replace(from, () => to);
    if (changed === result) throw new Error(`${from} is not in:\n${result}`);
    return changed;
  }, text);
}

/** The page's configuration on plain http, for servers at these addresses. */
export function plainConfiguration(port: number, hosts: string[]): string {
  const servers = hosts.map((host) => `server ${host} max_fails=1 fail_timeout=1s;`).join("\n");
  return replaced(
    fileOnPage("app.conf"),
    [/server \{\s+listen 80;[^}]*\}/, ""],
    [/server \{\s+listen 443 ssl http2 default_server;[^}]*\}/, ""],
    ["server 127.0.0.1:3000 max_fails=1 fail_timeout=1s;", servers],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${port};`],
    ["server_name app.example.com;", ""],
    [/ssl_certificate .*;/, ""],
    [/ssl_certificate_key .*;/, ""],
  );
}

/** @returns the files of a certificate that signs itself, and of its key */
export function newCertificate(...hosts: string[]): { certificate: string; key: string } {
  const folder = temporaryFolder();
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const names = ["-subj", `/CN=${hosts[0]}`, "-addext", `subjectAltName=${hosts.map((host) => `DNS:${host}`)}`];
  const files = ["-keyout", key, "-out", certificate];
  const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "90", ...files, ...names];
  const { status, stderr } = spawnSync("openssl", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`openssl: ${stderr}`);
  return { certificate, key };
}

/** The page's configuration with TLS on a port, for a server at this address. */
export function tlsConfiguration(port: number, address: string, files: ReturnType<typeof newCertificate>): string {
  return replaced(
    fileOnPage("app.conf"),
    [/listen 443 /g, `listen 127.0.0.1:${port} `],
    ["127.0.0.1:3000", address],
    [/ssl_certificate .*;/, `ssl_certificate ${files.certificate};`],
    [/ssl_certificate_key .*;/, `ssl_certificate_key ${files.key};`],
  );
}

/**
 * @param configuration what is in nginx's `http`
 * @param before what stands before it, such as a module
 * @returns its process, and the folder that has its logs
 */
export function startNginx(configuration: string, before = ""): ChildProcess & { folder: string } {
  const folder = temporaryFolder();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => {
    mkdirSync(join(folder, kind));
    return `${kind}_temp_path ${join(folder, kind)};`;
  });
  const file = join(folder, "nginx.conf");
  const start = `${before} daemon off; master_process off; pid ${join(folder, "pid")}; error_log stderr; events {}`;
  writeFileSync(
    file,
    `${start}\nhttp { access_log off; ${temporary.join(" ")}\n${configuration.replaceAll("/var/log/nginx", folder)}}`,
  );
  const said = openSync(join(folder, "stderr"), "w");
  const child = spawn("nginx", ["-e", "stderr", "-c", file], { stdio: ["ignore", "ignore", said] });
  closeSync(said);
  atExit(() => child.kill("SIGKILL"));
  return Object.assign(child, { folder });
}

/** @returns what it has said about its failures, and its exit code; null while it runs */
export function faultsOf({ folder, exitCode }: ReturnType<typeof startNginx>): string {
  return `nginx (exit code ${exitCode}): ${readFileSync(join(folder, "stderr"), "utf8")}`;
}
