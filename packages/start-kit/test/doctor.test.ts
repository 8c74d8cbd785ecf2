// What the doctor makes of a request's signature, of proxies, of several domains and of DNS.

import { once } from "node:events";
import { createServer as createSite, type Server } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailFindings } from "../src/doctor/mail.ts";
import type { Report } from "../src/doctor/report.ts";
import { clockFinding, FORGED_CLIENT, proxyFinding } from "../src/doctor/request.ts";
import { signInFindings } from "../src/doctor/sign-in.ts";
import { isSigned, SIGNATURE_HEADER, signatureOf } from "../src/doctor/signature.ts";
import { clientIp, isTrustedProxy, readTrustedProxies } from "../src/trusted-proxies.ts";
import { type DnsServer, startDns } from "./support/dns.ts";

const SECRET = "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e";
const MINUTE_MS = 60_000;

describe("a request", () => {
  const isAccepted = (value: string) => isSigned(new Headers({ [SIGNATURE_HEADER]: value }), ["another", SECRET]);

  it("is answered if one of the server's secrets has signed it, within five minutes", () => {
    for (const minutes of [-4, 0, 4])
      expect(isAccepted(signatureOf(SECRET, Date.now() + minutes * MINUTE_MS))).toBe(true);
  });

  it.each([
    ["without a signature", () => ""],
    ["signed six minutes ago", () => signatureOf(SECRET, Date.now() - 6 * MINUTE_MS)],
    ["signed for later", () => signatureOf(SECRET, Date.now() + 6 * MINUTE_MS)],
    ["signed with another secret", () => signatureOf(`${SECRET}x`, Date.now())],
    ["whose time was changed", () => signatureOf(SECRET, Date.now()).replace(/^\d+/, String(Date.now() - 1))],
    ["whose signature was cut", () => signatureOf(SECRET, Date.now()).slice(0, -1)],
    ["whose time is no number", () => signatureOf(SECRET, Number.NaN)],
  ])("%s is not", (_, value) => {
    expect(isAccepted(value())).toBe(false);
  });
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
      clientIp: clientIp(connection, forwardedFor, proxies),
      isProxyTrusted: isTrustedProxy(connection, proxies),
    } as Report);
    expect(finding.cure ?? finding.level).toContain(expected);
  });
});

it("clocks may differ by fifteen seconds", () => {
  const levelAt = (time: number) =>
    clockFinding({ from: 1000, until: 3000 } as Parameters<typeof clockFinding>[0], { time } as Report).level;
  expect([-13, 17, -14, 18].map((seconds) => levelAt(seconds * 1000))).toEqual(["ok", "ok", "fail", "fail"]);
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
        "/auth/providers": { key: { id: "key", name: "Passkey", type: "webauthn" } },
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

  const examined = (relatedOrigins: string[]) =>
    signInFindings(new URL(other), { authRoute: "/auth", relatedOrigins } as Report);

  it("work where both serve the list", async () => {
    served[main] = served[other] = { origins: [main, other] };
    expect((await examined([main, other])).map(({ level }) => level)).toEqual(["ok", "ok"]);
  });

  it("fail where one serves none, or another list", async () => {
    served[main] = { origins: [main] };
    served[other] = undefined;
    expect((await examined([main, other])).map(({ level, text }) => `${level} ${text}`)).toEqual([
      `fail ${main}/.well-known/webauthn does not list ${other}.`,
      `fail ${other}/.well-known/webauthn is no list of related origins.`,
    ]);
  });

  it("fail on an origin that is not related to their host", async () => {
    const [finding] = await examined([]);
    expect(finding).toMatchObject({ level: "fail", cure: `Add ${other} to relatedOrigins of app.config.ts.` });
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

  it("that does not answer is a warning", async () => {
    const silent = createServer().listen(0);
    const { port } = silent.address() as AddressInfo;
    const findings = await mailFindings("sign-in@example.org", { dkim: undefined, dns: `127.0.0.1:${port}` });
    silent.close();
    expect(findings.map(({ level, text }) => [level, text.includes("could not be looked up")])).toEqual(
      Array.from({ length: 3 }, () => ["warn", true]),
    );
  });
});
