// Which attempts count as one client's. A forged X-Forwarded-For must not make a visitor another client.

import { describe, expect, it } from "vitest";
import { readTrustedProxies } from "../src/trusted-proxies";

const PROXY = "10.0.0.1";
const EDGE = "10.0.0.2";
const VISITOR = "203.0.113.7";

describe("the client's address", () => {
  it.each([
    ["no proxy is trusted: the connection's address, whatever the header says", "", VISITOR, "198.51.100.1", VISITOR],
    ["the same with 0", "0", VISITOR, "198.51.100.1", VISITOR],
    ["the same with false", "false", VISITOR, "198.51.100.1", VISITOR],
    ["one hop: what the proxy appended", "1", PROXY, VISITOR, VISITOR],
    ["one hop: what the visitor sent along does not count", "1", PROXY, `198.51.100.1, ${VISITOR}`, VISITOR],
    ["true is one hop", "true", PROXY, `198.51.100.1, ${VISITOR}`, VISITOR],
    ["two hops", "2", PROXY, `198.51.100.1, ${VISITOR}, ${EDGE}`, VISITOR],
    ["more hops than there were: the furthest that is said", "5", PROXY, `${VISITOR}, ${EDGE}`, VISITOR],
    ["nothing forwarded: the proxy's own", "1", PROXY, "", PROXY],
    ["networks: past every proxy of ours", "10.0.0.0/8", PROXY, `198.51.100.1, ${VISITOR}, ${EDGE}`, VISITOR],
    ["networks: the connection is not a trusted proxy", "10.0.0.0/8", VISITOR, "198.51.100.1", VISITOR],
    ["an address alone is a network", `${PROXY}, ::1`, PROXY, VISITOR, VISITOR],
    ["an address in the spelling of IPv6", `::ffff:${PROXY}`, `::ffff:${PROXY}`, VISITOR, VISITOR],
    ["IPv6 networks", "fd00::/8", "fd00::5", VISITOR, VISITOR],
    ["IPv4 in IPv6 spelling is the same client", "", `::ffff:${VISITOR}`, "", VISITOR],
    ["a port does not make another client", "1", PROXY, `${VISITOR}:4711`, VISITOR],
    ["all of a /64 is one client", "", "2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64"],
    ["the next /64 is another", "", "2001:db8:1:3::1", "", "2001:db8:1:3::/64"],
    ["with brackets and port", "1", PROXY, "[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
    ["a zone is not part of it", "", "fe80::1%eth0", "", "fe80::/64"],
    ["an invalid entry: the proxy's own address", "1", PROXY, "unknown", PROXY],
    ["an invalid entry behind a trusted hop: that hop's address", "2", PROXY, `${VISITOR}, <script>`, PROXY],
    ["a platform that tells no address", "", "", VISITOR, "unknown"],
    ["the same, with a trusted hop", "1", "", VISITOR, VISITOR],
  ])("%s", (_, value, connection, forwarded, client) => {
    expect(readTrustedProxies(value).proxies.clientIp(connection || undefined, forwarded)).toBe(client);
  });
});

describe("trusted proxies", () => {
  it.each(["yes", "-1", "10.0.0.0/33", "10.0.0.0/8,", "proxy.example.com", "1.5", "10.0.0", "::1/129"])(
    "%j is refused in words",
    (value) => {
      expect(readTrustedProxies(value)).toEqual({
        proxies: { trusted: 0 },
        problem: expect.stringMatching(/^must be a number/),
      });
    },
  );

  it.each([
    "0.0.0.0/0",
    "::/0",
    "0.0.0.0/1,128.0.0.0/1",
    "::/1, 8000::/1",
    "10.0.0.0/8, 64.0.0.0/2",
    "fc00::/6",
    "2000::/3",
  ])("the whole network, or a large part of it, is not trusted: %s", (value) => {
    expect(readTrustedProxies(value)).toEqual({
      proxies: { trusted: 0 },
      problem: expect.stringMatching(/^trusts too many/),
    });
  });

  it.each(["1", "10.0.0.0/8", "10.0.0.0/8,::1", "fc00::/7", "2001::/16", "2606:4700::/32, 104.16.0.0/13"])(
    "a number of proxies, or their networks, are accepted: %s",
    (value) => expect(readTrustedProxies(value).problem).toBeUndefined(),
  );
});
