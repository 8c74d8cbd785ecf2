// nginx in front of several instances: Debian's package, configured in a temporary folder.

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type App, ended, freePort, startApp } from "../../support/app.ts";
import { atExit, temporaryFolder } from "../../support/temporary.ts";

const START_TIMEOUT_MS = 10_000;

export interface Farm {
  /** The origin that visitors know. */
  origin: string;
  /** All share the mailbox of the first. */
  instances: [App, ...App[]];
  stop: () => Promise<void>;
}

/** Names an instance in this header, as `0`; without it, each request goes to the next one. */
export const INSTANCE_HEADER = "x-instance";

/** Starts instances that share a database, behind nginx. */
export async function startFarm(count: number, databaseUrl: string): Promise<Farm> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  // nginx appends its client's address to the header that the client sent.
  const env = { DATABASE_URL: databaseUrl, AUTH_URL: origin, TRUST_PROXY: "2" };
  const first = await startApp(undefined, env);
  const EMAIL_SERVER = first.mailbox.url;
  const others = await Promise.all(
    Array.from({ length: count - 1 }, () => startApp(undefined, { ...env, EMAIL_SERVER })),
  );
  const instances: [App, ...App[]] = [first, ...others];
  const nginx = await startNginx(port, instances);
  return {
    origin,
    instances,
    async stop() {
      await nginx.stop();
      await Promise.all(instances.map((instance) => instance.stop()));
    },
  };
}

async function startNginx(port: number, instances: App[]) {
  const folder = temporaryFolder();
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration(port, folder, instances));
  const child = spawn("nginx", ["-c", file, "-p", folder, "-e", join(folder, "error.log")], { stdio: "inherit" });
  atExit(() => child.kill("SIGKILL"));
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await fetch(`http://localhost:${port}/api/health`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error("nginx did not start.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { stop: () => ended(child) };
}

function configuration(port: number, folder: string, instances: App[]): string {
  const servers = instances.map(
    ({ origin }) => `server ${new URL(origin).host.replace("localhost", "127.0.0.1")} max_fails=1 fail_timeout=1s;`,
  );
  const named = servers.map((server, index) => `upstream app${index} { ${server} }`);
  const choices = instances.map((_, index) => `${index} app${index};`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.join("\n  ")}
  upstream apps { ${servers.join(" ")} keepalive 16; }
  ${named.join("\n  ")}
  map $http_x_instance $backend { ${choices.join(" ")} default apps; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://$backend;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      # Also the default: a request that an instance has begun is not repeated on another one, unless it is a GET.
      proxy_next_upstream error timeout;
    }
  }
}
`;
}
