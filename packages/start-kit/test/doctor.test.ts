// What the doctor makes of a request's signature, of proxies, of several domains and of DNS.

import type { RequestListener } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { serve as servePeer } from "../../../tests/support/peer.ts";
import { examine } from "../src/doctor/examine.ts";
import type { Finding } from "../src/doctor/finding.ts";
import { mailFindings } from "../src/doctor/mail.ts";
import type { Report } from "../src/doctor/report.ts";
import { FORGED_CLIENT, FORGED_HOST, originFindings, proxyFinding } from "../src/doctor/request.ts";
import { cookieFinding, headerFindings, tlsFindings } from "../src/doctor/response.ts";
import { open, SIGNATURE_HEADER, seal, signatureOf, signerOf } from "../src/doctor/signature.ts";
import { readTrustedProxies } from "../src/trusted-proxies.ts";
import { startDns } from "./support/dns.ts";

const SECRET = "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e";
const MINUTE_MS = 60_000;

/** Serves a site on this machine while a test runs. */
async function serve(answer: RequestListener): Promise<string> {
  const site = await servePeer(() => answer);
  onTestFinished(site.close);
  return site.url;
}

describe("a request", () => {
  const HOST = "app.example.com";
  const signer = (value: string, host?: string, arrived = HOST) =>
    signerOf(new Headers({ [SIGNATURE_HEADER]: value, host: arrived }), ["another", SECRET], host);
  const sign = (time = Date.now(), host = HOST, secret = SECRET) => signatureOf(secret, host, time);

  it("a request that one of the server's secrets has signed is answered within five minutes", () => {
    for (const minutes of [-4, 0, 4]) expect(signer(sign(Date.now() + minutes * MINUTE_MS))).toBe(SECRET);
  });

  it.each([
    ["without a signature", () => ""],
    ["signed six minutes ago", () => sign(Date.now() - 6 * MINUTE_MS)],
    ["signed for later", () => sign(Date.now() + 6 * MINUTE_MS)],
    ["signed with another secret", () => sign(Date.now(), HOST, `${SECRET}x`)],
    ["whose time was changed", () => sign().replace(/^\d+/, (time) => String(Number(time) - 1))],
    ["whose host was changed", () => sign().replace(HOST, "evil.example")],
    ["whose signature was cut", () => sign().slice(0, -1)],
    ["whose time is no number", () => sign(Number.NaN)],
  ])("a request %s is not answered", (_, value) => {
    expect(signer(value())).toBeUndefined();
  });

  it("a request that was signed for another host is not answered by a server that knows its own", () => {
    expect(signer(sign(Date.now(), "evil.example"), HOST)).toBeUndefined();
    expect(signer(sign(), HOST)).toBe(SECRET);
    // A wrong AUTH_URL, which the doctor is to find.
    expect(signer(sign(), "other.example")).toBe(SECRET);
  });
});

describe("a report", () => {
  const [signature = "", other = ""] = [1, 2].map((time) => signatureOf(SECRET, "app.example.com", time));
  const report = { origin: "https://app.example.com" };

  it("opens with the secret, as the answer to its request only", () => {
    const sealed = seal(SECRET, signature, report);
    expect(sealed).not.toContain(Buffer.from("app.example").toString("base64").slice(0, 8));
    expect(open(SECRET, signature, sealed)).toEqual(report);
    expect(open(SECRET, other, sealed)).toBeUndefined();
    expect(open(`${SECRET}x`, signature, sealed)).toBeUndefined();
  });

  it("a report that proves nothing, or any of whose bytes was changed, is none", () => {
    const bytes = Buffer.from(seal(SECRET, signature, report), "base64");
    const changed = [...bytes].map((byte, at) => Buffer.from(bytes.with(at, byte ^ 1)).toString("base64"));
    for (const body of ["", "x", "{}", JSON.stringify(report), "A".repeat(1000), ...changed])
      expect(open(SECRET, signature, body), body).toBeUndefined();
  });
});

/**
 * A deployment that answers each path as told, and with the report if the doctor's request is signed. It takes its
 * origin from what the client sends.
 */
async function examined(
  answer: RequestListener,
  report?: Partial<Report>,
): Promise<{ findings: Finding[]; asked: string[] }> {
  const asked: string[] = [];
  const origin = await serve((request, response) => {
    asked.push(request.url ?? "");
    const headers = new Headers(request.headers as Record<string, string>);
    const secret = request.url === "/api/doctor" ? signerOf(headers, [SECRET], undefined) : undefined;
    const forwardedHost = headers.get("x-forwarded-host");
    const seen = { ...REPORT, host: headers.get("host"), forwardedHost, origin: `http://${forwardedHost}` };
    if (report && secret) response.end(seal(secret, headers.get(SIGNATURE_HEADER) ?? "", { ...seen, ...report }));
    else answer(request, response);
  });
  const owner = { secret: SECRET, emailFrom: undefined, version: "1.0.0", dkim: undefined, dns: undefined };
  return { findings: await examine(new URL(origin), owner), asked };
}

const empty: RequestListener = (_, response) => void response.end();

const REPORT: Report = {
  ...{ isOriginSet: true, time: Date.now(), node: "24.0.0", host: "", forwardedHost: null, forwardedProto: null },
  ...{ forwardedFor: FORGED_CLIENT, connection: "127.0.0.1", headers: { "x-frame-options": "DENY" }, version: "1.0.0" },
  ...{ origin: "", clientIp: "127.0.0.1", isProxyTrusted: false, page: "/sign-in", authRoute: "/api/auth" },
  ...{ relatedOrigins: [], emailFrom: null, isDatabaseUp: true, pendingMigrations: [] },
};

const findingOf = (findings: Finding[], about: string) => findings.find((finding) => finding.about === about);

describe("a host that is not the deployment", () => {
  it("proves no secret with a report of its own", async () => {
    const forged = JSON.stringify({ ...REPORT, page: "http://127.0.0.1:1/" });
    const { findings, asked } = await examined((_, response) => response.end(forged));
    expect(findingOf(findings, "Secret")?.level).toBe("fail");
    expect(asked).toEqual(["/api/doctor", "/"]);
  });

  it("a redirect does not lead the doctor elsewhere", async () => {
    const { asked } = await examined((_, response) => response.writeHead(302, { location: "/inside" }).end());
    expect(asked).toEqual(["/api/doctor", "/"]);
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
    const levels = ["Page", "Sign-in", "Cookies", "Policy"].map((about) => findingOf(findings, about)?.level);
    expect(levels).toEqual(["fail", "fail", undefined, undefined]);
  });

  it("a page without cookies or headers passes no check", () => {
    const page = { setCookies: [], headers: {} } as unknown as Parameters<typeof cookieFinding>[0];
    expect(cookieFinding(page).level).toBe("fail");
    expect(headerFindings(page, { ...REPORT, headers: {} }).map(({ level }) => level)).toEqual(["fail"]);
  });
});

it.each([
  [Number.NaN, {}, "TLS warn, HSTS fail"],
  [13.999, { "strict-transport-security": "max-age=15551999" }, "TLS warn, HSTS fail"],
  [14.001, { "strict-transport-security": "max-age=15552000" }, "TLS ok, HSTS ok"],
])("a certificate has to last two weeks, and HSTS half a year: %s days, %j", (days, headers, levels) => {
  const expires = new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  const page = { headers, tls: { protocol: "TLSv1.3", expires } } as unknown as Parameters<typeof tlsFindings>[1];
  const findings = tlsFindings(new URL("https://app.example.com"), page);
  expect(findings.map(({ about, level }) => `${about} ${level}`).join(", ")).toBe(levels);
});

it.each<[string, Partial<Report>, RegExp]>([
  ["Mail server", { mailServerProblem: "Invalid login: 535" }, /^fail does not take mail: Invalid login: 535$/],
  ["Mail server", { mailServerProblem: null }, /^ok /],
  ["Mail server", {}, /^none$/],
  ["Mails", { mails: { asked: 10, most: 9 } }, /^fail .*maxMailsPerDay \(9\)/],
])("the doctor says of %s, for the report %j: %s", async (about, report, said) => {
  const finding = findingOf((await examined(empty, report)).findings, about);
  expect(finding ? `${finding.level} ${finding.text}` : "none").toMatch(said);
});

it("a deployment whose origin clients can choose fails, and passes if the header that they forge has no effect", async () => {
  const { findings } = await examined(empty, { isOriginSet: false });
  expect(findingOf(findings, "Origin")).toMatchObject({
    level: "fail",
    text: expect.stringContaining("Clients can choose the origin"),
    cure: expect.stringContaining("proxy_set_header X-Forwarded-Host $host"),
  });
  const { host, origin } = new URL("https://app.example.com");
  for (const forwardedHost of [null, FORGED_HOST, `${FORGED_HOST}, ${host}`]) {
    const report = { ...REPORT, host, origin, forwardedHost, forwardedProto: "https" };
    expect(originFindings(new URL(origin), report).map(({ level }) => level)).toEqual(["ok", "ok", "ok"]);
  }
});

it("cookies that are open to plain http, a changed header, another scheme and passkeys of another host fail", async () => {
  const page = { setCookies: ["theme=dark"], headers: { "x-frame-options": "SAMEORIGIN" } } as never;
  expect(cookieFinding(page)).toMatchObject({ level: "fail", text: expect.stringContaining("open to plain http") });
  expect(headerFindings(page, REPORT)).toMatchObject([{ level: "fail", text: "x-frame-options arrives changed." }]);
  const [, scheme] = originFindings(new URL("https://localhost"), { ...REPORT, forwardedProto: "http" });
  expect(scheme).toMatchObject({ level: "fail", cure: expect.stringContaining("X-Forwarded-Proto") });
  const passkey = { id: "passkey", name: "Passkey", type: "webauthn", callbackUrl: "" };
  const answer = JSON.stringify({ passkey, options: { rpId: "app.internal" } });
  const passkeys = findingOf((await examined((_, response) => response.end(answer), {})).findings, "Passkeys");
  expect(passkeys).toMatchObject({ level: "fail", text: expect.stringContaining("belong to app.internal") });
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
    ["two proxies", "2", PROXY, `${FORGED_CLIENT}, ${CLIENT}, ${EDGE}`, "ok"],
    ["networks of proxies", "10.0.0.0/8", PROXY, `${FORGED_CLIENT}, ${CLIENT}, ${EDGE}`, "ok"],
    ["no proxy", "", CLIENT, FORGED_CLIENT, "ok"],
    ["a proxy that is not trusted", "", PROXY, `${FORGED_CLIENT}, ${CLIENT}`, "Set TRUST_PROXY=1"],
    ["one of two", "1", PROXY, `${FORGED_CLIENT}, ${CLIENT}, ${EDGE}`, "Set TRUST_PROXY=2"],
    ["one too many", "2", PROXY, `${FORGED_CLIENT}, ${CLIENT}`, "Set TRUST_PROXY=1"],
    ["a proxy on this machine that drops the header", "1", "127.0.0.1", "", "fail Let the proxy set X-Forwarded-For"],
    ["a proxy on another machine that drops the header", "", PROXY, "", "fail Let the proxy set X-Forwarded-For"],
    ["a trusted one that drops the header", "1", PROXY, "", "fail Let the proxy set X-Forwarded-For"],
    ["one in front of Docker's gateway", "", "172.17.0.1", FORGED_CLIENT, "warn Let the proxy set X-Forwarded-For"],
    ["one at a socket that is a file", "", "", FORGED_CLIENT, "fail Let the proxy set X-Forwarded-For"],
    ["a proxy that passes the header as it came", "1", PROXY, FORGED_CLIENT, "fail Let the proxy set X-Forwarded-For"],
  ])("%s", (_, setting, connection, forwardedFor, expected) => {
    const { proxies } = readTrustedProxies(setting);
    const finding = proxyFinding(new URL("https://app.example.com"), {
      connection,
      forwardedFor,
      clientIp: proxies.clientIp(connection, forwardedFor),
      isProxyTrusted: proxies.include(connection),
    } as Report);
    expect(`${finding.level} ${finding.cure ?? ""}`).toContain(expected);
  });
});

describe("the sender's DNS", () => {
  const [SPF, DKIM, DMARC] = ["mail.example.org", "s1._domainkey.mail.example.org", "_dmarc.mail.example.org"];
  const good = { [SPF]: ["v=spf1 mx ~all"], [DKIM]: ["v=DKIM1; p=AAAA"], [DMARC]: ["v=DMARC1; p=reject"] };
  const above = (text: string) => ({ [DMARC]: [], "_dmarc.example.org": [text] });

  it.each([
    ["all is there", good, undefined, "ok ok ok"],
    ["nothing is there", {}, undefined, "fail fail fail"],
    ["an SPF record that lets any server send", { ...good, [SPF]: ["v=spf1 +all"] }, undefined, "fail ok ok"],
    ["an SPF record that forbids nothing", { ...good, [SPF]: ["v=spf1 mx"] }, undefined, "warn ok ok"],
    ["the key of the selector", good, "s1", "ok ok ok"],
    ["a key under another selector", good, "s2", "ok fail ok"],
    ["a policy that only reports", { ...good, [DMARC]: ["v=DMARC1; p=none"] }, undefined, "ok ok warn"],
    ["the policy of the domain above", { ...good, ...above("v=DMARC1; p=reject") }, undefined, "ok ok ok"],
    ["one for itself alone", { ...good, ...above("v=DMARC1; p=reject; sp=none") }, undefined, "ok ok warn"],
  ])("%s", async (_, records, dkim, levels) => {
    const dns = await startDns(records);
    const findings = await mailFindings("The App <sign-in@mail.example.org>", { dkim, dns: dns.address });
    dns.close();
    expect(findings.map(({ level }) => level).join(" ")).toBe(levels);
  });
});
