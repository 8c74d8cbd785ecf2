// What the doctor makes of a request's signature, of proxies, of several domains and of DNS.

import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer as createSite, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examine } from "../src/doctor/examine.ts";
import type { Finding } from "../src/doctor/finding.ts";
import { mailFindings } from "../src/doctor/mail.ts";
import { addressFinding } from "../src/doctor/page.ts";
import type { Report } from "../src/doctor/report.ts";
import { clockFinding, FORGED_CLIENT, originFindings, proxyFinding } from "../src/doctor/request.ts";
import { cookieFinding, headerFindings, tlsFindings } from "../src/doctor/response.ts";
import { signInFindings } from "../src/doctor/sign-in.ts";
import { open, SIGNATURE_HEADER, seal, signatureOf, signerOf } from "../src/doctor/signature.ts";
import { readTrustedProxies } from "../src/trusted-proxies.ts";
import { type DnsServer, startDns } from "./support/dns.ts";

const SECRET = "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e";
const MINUTE_MS = 60_000;

it.each([
  ["an unknown flag", "--help"],
  ["a name in place of an address", "https://app.example.com", "--dns", "dns.example.com"],
])("the doctor's command says how it is used after %s", (_, ...args) => {
  const command = spawnSync(process.execPath, [join(import.meta.dirname, "../src/doctor/cli.ts"), ...args]);
  expect([command.status, String(command.stderr)]).toEqual([1, expect.stringMatching(/^Usage: [^\n]+\n$/)]);
});

describe("a request", () => {
  const HOST = "app.example.com";
  const signer = (value: string, host?: string, arrived = HOST) =>
    signerOf(new Headers({ [SIGNATURE_HEADER]: value, host: arrived }), ["another", SECRET], host);
  const sign = (time: number, host = HOST, secret = SECRET) => signatureOf(secret, host, time);

  it("a request that one of the server's secrets has signed is answered within five minutes", () => {
    for (const minutes of [-4, 0, 4]) expect(signer(sign(Date.now() + minutes * MINUTE_MS))).toBe(SECRET);
  });

  it.each([
    ["without a signature", () => ""],
    ["signed six minutes ago", () => sign(Date.now() - 6 * MINUTE_MS)],
    ["signed for later", () => sign(Date.now() + 6 * MINUTE_MS)],
    ["signed with another secret", () => sign(Date.now(), HOST, `${SECRET}x`)],
    ["whose time was changed", () => sign(Date.now()).replace(/^\d+/, (time) => String(Number(time) - 1))],
    ["whose host was changed", () => sign(Date.now()).replace(HOST, "evil.example")],
    ["whose signature was cut", () => sign(Date.now()).slice(0, -1)],
    ["whose time is no number", () => sign(Number.NaN)],
  ])("%s is not", (_, value) => {
    expect(signer(value())).toBeUndefined();
  });

  it("a request that was signed for another host is not answered by a server that knows its own", () => {
    const forOther = sign(Date.now(), "evil.example");
    expect(signer(forOther, HOST)).toBeUndefined();
    expect(signer(sign(Date.now()), HOST)).toBe(SECRET);
    // A wrong AUTH_URL, which the doctor is to find.
    expect(signer(sign(Date.now()), "other.example")).toBe(SECRET);
  });
});

describe("a report", () => {
  const [signature, other] = [1, 2].map((time) => signatureOf(SECRET, "app.example.com", time));
  const report = { origin: "https://app.example.com" };

  it("opens with the secret, as the answer to its request only", () => {
    const sealed = seal(SECRET, signature ?? "", report);
    expect(sealed).not.toContain(Buffer.from("app.example").toString("base64").slice(0, 8));
    expect(open(SECRET, signature ?? "", sealed)).toEqual(report);
    expect(open(SECRET, other ?? "", sealed)).toBeUndefined();
    expect(open(`${SECRET}x`, signature ?? "", sealed)).toBeUndefined();
  });

  it.each(["", "x", "{}", JSON.stringify(report), "A".repeat(1000)])(
    "a report that proves nothing is none: %s",
    (body) => {
      expect(open(SECRET, signature ?? "", body)).toBeUndefined();
    },
  );

  it("a report whose bytes were changed is none", () => {
    const bytes = Buffer.from(seal(SECRET, signature ?? "", report), "base64");
    for (const [at, byte] of bytes.entries()) {
      const changed = Buffer.from(bytes);
      changed[at] = byte ^ 1;
      expect(open(SECRET, signature ?? "", changed.toString("base64"))).toBeUndefined();
    }
  });
});

/** A deployment that answers each path as told, and with the report if the doctor's request is signed. */
async function examined(answer: Listener, report?: Partial<Report>): Promise<{ findings: Finding[]; asked: string[] }> {
  const asked: string[] = [];
  const site = createSite((request, response) => {
    asked.push(request.url ?? "");
    const headers = new Headers(request.headers as Record<string, string>);
    const secret = request.url === "/api/doctor" ? signerOf(headers, [SECRET], undefined) : undefined;
    if (report && secret) response.end(seal(secret, headers.get(SIGNATURE_HEADER) ?? "", { ...REPORT, ...report }));
    else answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  const target = new URL(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
  const owner = { secret: SECRET, emailFrom: undefined, version: "1.0.0", dkim: undefined, dns: undefined };
  const findings = await examine(target, owner);
  site.close();
  return { findings, asked };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const REPORT: Report = {
  ...{ isOriginSet: true, time: Date.now(), node: "24.0.0", host: "", forwardedHost: null, forwardedProto: null },
  ...{ forwardedFor: FORGED_CLIENT, connection: "127.0.0.1", headers: { "x-frame-options": "DENY" }, version: "1.0.0" },
  ...{ origin: "", clientIp: "127.0.0.1", isProxyTrusted: false, page: "/sign-in", authRoute: "/api/auth" },
  ...{ relatedOrigins: [], emailFrom: null, isDatabaseUp: true, pendingMigrations: [] },
};

const levelOf = (findings: Finding[], about: string) => findings.find((finding) => finding.about === about)?.level;

describe("a host that is not the deployment", () => {
  it("proves no secret with a report of its own", async () => {
    const forged = JSON.stringify({ ...REPORT, page: "http://127.0.0.1:1/" });
    const { findings, asked } = await examined((_, response) => response.end(forged));
    expect(levelOf(findings, "Secret")).toBe("fail");
    expect(asked).toEqual(["/api/doctor", "/"]);
  });

  it("a redirect or a report does not lead the doctor elsewhere", async () => {
    let isAsked = false;
    const other = createSite((_, response) => {
      isAsked = true;
      response.end();
    }).listen(0, "127.0.0.1");
    await once(other, "listening");
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/inside`;
    await examined((_, response) => response.writeHead(302, { location: elsewhere }).end());
    const { findings } = await examined((_, response) => response.end(), { page: elsewhere });
    other.close();
    expect(isAsked).toBe(false);
    expect(findings).toMatchObject([{ level: "fail", about: "Connection" }]);
  });

  it("the host cannot fill the memory", async () => {
    const { findings } = await examined((_, response) => {
      response.on("error", () => {});
      const send = () => {
        while (!response.destroyed && response.write("x".repeat(64 * 1024)));
      };
      response.on("drain", send);
      send();
    });
    expect(findings).toMatchObject([{ level: "fail", text: expect.stringContaining("more than 1 MB") }]);
  });

  it("sends no control character to the terminal", async () => {
    const provider = { id: "x", name: "\x1b[2JGitHub\u202e", type: "oauth", callbackUrl: "http://a\r\nok  Secret" };
    const { findings } = await examined((_, response) => response.end(JSON.stringify([provider])), {});
    expect(findings.map(({ about }) => about)).toContain("?[2JGitHub?");
    expect(JSON.stringify(findings)).not.toMatch(/\\u001b|\u202e|\\r|\\n/);
  });
});

describe("an answer that shows nothing is no pass", () => {
  it("a proxy whose server is down fails, and passes no check", async () => {
    const { findings } = await examined((_, response) => response.writeHead(503).end("Unavailable"), {});
    expect(findings.filter(({ about }) => ["Page", "Sign-in"].includes(about)).map(({ level }) => level)).toEqual([
      "fail",
      "fail",
    ]);
    expect(findings.map(({ about }) => about)).not.toContain("Cookies");
    expect(findings.map(({ about }) => about)).not.toContain("Policy");
  });

  it("a page without cookies, headers or a certificate's date passes no check", () => {
    const answer = { setCookies: [], headers: {}, tls: { protocol: "TLSv1.3", expires: new Date(Number.NaN) } };
    const page = answer as unknown as Parameters<typeof cookieFinding>[0];
    expect(cookieFinding(page).level).toBe("fail");
    expect(headerFindings(page, { ...REPORT, headers: {} }).map(({ level }) => level)).toEqual(["fail"]);
    expect(tlsFindings(new URL("https://app.example.com"), page)[0]?.level).toBe("warn");
  });
});

it("a mail server that refuses the deployment is a failure, with its reason", async () => {
  const found = async (mailServerProblem?: string | null) =>
    (await examined((_, response) => response.end(), { mailServerProblem })).findings.find(
      ({ about }) => about === "Mail server",
    );
  expect(await found("Invalid login: 535")).toMatchObject({
    level: "fail",
    text: "does not take mail: Invalid login: 535",
  });
  expect(await found(null)).toMatchObject({ level: "ok" });
  expect(await found()).toBeUndefined();
});

it("a ceiling of mails that is reached is a failure, by its name", async () => {
  const found = async (asked: number) =>
    (await examined((_, response) => response.end(), { mails: { asked, most: 9 } })).findings.find(
      ({ about }) => about === "Mails",
    );
  expect(await found(9)).toMatchObject({ level: "ok" });
  expect(await found(10)).toMatchObject({ level: "fail", text: expect.stringContaining("maxMailsPerDay (9)") });
});

it("a proxy that drops the port from Host is told to pass the whole header", () => {
  const cureFor = (host: string) => originFindings(new URL("https://localhost:8443"), { ...REPORT, host })[0]?.cure;
  expect(cureFor("localhost")).toContain("proxy_set_header Host $http_host)");
  expect(cureFor("app.internal")).toContain("proxy_set_header Host $host)");
});

describe("TRUST_PROXY", () => {
  const [PROXY, EDGE, CLIENT] = ["10.0.0.1", "10.0.0.2", "203.0.113.7"];

  it.each([
    ["one proxy that appends", "1", PROXY, `${FORGED_CLIENT}, ${CLIENT}`, "ok"],
    ["one proxy that replaces", "1", PROXY, CLIENT, "ok"],
    ["two proxies", "2", PROXY, `${FORGED_CLIENT}, ${CLIENT}, ${EDGE}`, "ok"],
    ["networks of proxies", "10.0.0.0/8", PROXY, `${FORGED_CLIENT}, ${CLIENT}, ${EDGE}`, "ok"],
    ["no proxy", "", CLIENT, FORGED_CLIENT, "ok"],
    ["a proxy that is not trusted", "", PROXY, `${FORGED_CLIENT}, ${CLIENT}`, "Set TRUST_PROXY=1"],
    ["one of two", "1", PROXY, `${FORGED_CLIENT}, ${CLIENT}, ${EDGE}`, "Set TRUST_PROXY=2"],
    ["one too many", "2", PROXY, `${FORGED_CLIENT}, ${CLIENT}`, "Set TRUST_PROXY=1"],
    ["another network", "10.0.0.2", PROXY, `${FORGED_CLIENT}, ${CLIENT}`, "Set TRUST_PROXY=1"],
    ["a proxy on this machine that drops the header", "1", "127.0.0.1", "", "Let the proxy set X-Forwarded-For"],
    ["a proxy that passes the header as it came", "1", PROXY, FORGED_CLIENT, "Let the proxy set X-Forwarded-For"],
  ])("%s", (_, setting, connection, forwardedFor, expected) => {
    const { proxies } = readTrustedProxies(setting);
    const finding = proxyFinding(new URL("https://app.example.com"), {
      connection,
      forwardedFor,
      clientIp: proxies.clientIp(connection, forwardedFor),
      isProxyTrusted: proxies.include(connection),
    } as Report);
    expect(finding.cure ?? finding.level).toContain(expected);
  });
});

it("clocks may differ by fifteen seconds", () => {
  const levelAt = (time: number) =>
    clockFinding({ from: 1000, until: 3000 } as Parameters<typeof clockFinding>[0], { time } as Report).level;
  expect([-13, 17, -14, 18].map((seconds) => levelAt(seconds * 1000))).toEqual(["ok", "ok", "fail", "fail"]);
});

it("a page whose addresses Cloudflare replaces, or would replace, is found", () => {
  const levelOf = (body: string) => addressFinding({ body } as Parameters<typeof addressFinding>[0]).level;
  expect(levelOf("<body><!--email_off-->ada@example.com")).toBe("ok");
  expect(levelOf("<body>Sign in")).toBe("warn");
  expect(levelOf('<body><!--email_off--><a href="/cdn-cgi/l/email-protection#0a">[email&#160;protected]</a>')).toBe(
    "fail",
  );
});

describe("passkeys on two domains", () => {
  /** What each origin serves. */
  const served: Record<string, unknown> = {};
  const sites: Server[] = [];
  let [main, other] = ["", ""];
  beforeAll(async () => {
    [main, other] = [await startSite(), await startSite()];
  });
  afterAll(() => {
    for (const site of sites) site.close();
  });

  /** @returns the origin of a site with a passkey provider and the list that `served` has for it */
  async function startSite(): Promise<string> {
    const site = createSite(({ url }, response) => {
      const answers: Record<string, unknown> = {
        "/auth/providers": { key: { id: "key", name: "Passkey", type: "webauthn", callbackUrl: "" } },
        "/auth/webauthn-options/key": { options: { rpId: "main.example" } },
        "/.well-known/webauthn": served[origin],
      };
      const answer = answers[new URL(url ?? "", origin).pathname];
      response.writeHead(answer ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(answer));
    }).listen(0, "127.0.0.1");
    sites.push(site);
    await once(site, "listening");
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    return origin;
  }

  const found = (relatedOrigins: string[]) =>
    signInFindings(new URL(other), { authRoute: "/auth", relatedOrigins } as Report);

  it("passkeys work on both where both serve the list", async () => {
    served[main] = served[other] = { origins: [main, other] };
    expect((await found([main, other])).map(({ level }) => level)).toEqual(["ok", "ok"]);
  });

  it("fail where one serves none, or another list", async () => {
    served[main] = { origins: [main] };
    served[other] = undefined;
    expect((await found([main, other])).map(({ level, text }) => `${level} ${text}`)).toEqual([
      `fail ${main}/.well-known/webauthn does not list ${other}.`,
      `fail ${other}/.well-known/webauthn is no list of related origins.`,
    ]);
  });

  it("fail on an origin that is not related to their host", async () => {
    const [finding] = await found([]);
    expect(finding).toMatchObject({
      level: "fail",
      cure: expect.stringContaining(`Add ${other} to relatedOrigins of`),
    });
  });
});

describe("the sender's DNS", () => {
  const records: Record<string, string[]> = {};
  let dns: DnsServer;
  beforeAll(async () => {
    dns = await startDns(records);
  });
  afterAll(() => dns.close());

  /** @returns the levels of SPF, DKIM and DMARC */
  async function levels(given: Record<string, string[]>, dkim?: string): Promise<string> {
    for (const name of Object.keys(records)) delete records[name];
    Object.assign(records, given);
    const findings = await mailFindings("The App <sign-in@mail.example.org>", { dkim, dns: dns.address });
    return findings.map(({ level }) => level).join(" ");
  }
  const [SPF, DKIM, DMARC] = ["mail.example.org", "s1._domainkey.mail.example.org", "_dmarc.mail.example.org"];
  const good = { [SPF]: ["v=spf1 mx ~all"], [DKIM]: ["v=DKIM1; p=AAAA"], [DMARC]: ["v=DMARC1; p=reject"] };

  it.each([
    ["all is there", good, undefined, "ok ok ok"],
    ["nothing is there", {}, undefined, "fail fail fail"],
    ["two SPF records", { ...good, [SPF]: ["v=spf1 -all", "v=spf1 mx -all"] }, undefined, "fail ok ok"],
    ["an SPF record that lets any server send", { ...good, [SPF]: ["v=spf1 +all"] }, undefined, "fail ok ok"],
    ["an SPF record that forbids nothing", { ...good, [SPF]: ["v=spf1 mx"] }, undefined, "warn ok ok"],
    ["an SPF record that redirects", { ...good, [SPF]: ["v=spf1 redirect=example.org"] }, undefined, "ok ok ok"],
    ["the key of the selector", good, "s1", "ok ok ok"],
    ["a key under another selector", good, "s2", "ok fail ok"],
    ["a key that was revoked", { ...good, [DKIM]: ["v=DKIM1; p="] }, "s1", "ok fail ok"],
    ["a policy that only reports", { ...good, [DMARC]: ["v=DMARC1; p=none"] }, undefined, "ok ok warn"],
    [
      "the policy of the domain above",
      { ...good, [DMARC]: [], "_dmarc.example.org": ["v=DMARC1; p=reject"] },
      undefined,
      "ok ok ok",
    ],
    [
      "one for itself alone",
      { ...good, [DMARC]: [], "_dmarc.example.org": ["v=DMARC1; p=reject; sp=none"] },
      undefined,
      "ok ok warn",
    ],
  ])("%s", async (_, given, selector, expected) => {
    expect(await levels(given, selector)).toBe(expected);
  });

  it("a silent DNS server is a warning", async () => {
    const silent = createServer().listen(0);
    const { port } = silent.address() as AddressInfo;
    const findings = await mailFindings("sign-in@example.org", { dkim: undefined, dns: `127.0.0.1:${port}` });
    silent.close();
    expect(findings.map(({ level, text }) => [level, text.includes("could not be looked up")])).toEqual(
      Array.from({ length: 3 }, () => ["warn", true]),
    );
  });
});
