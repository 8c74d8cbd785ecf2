// Checks how the proxy changes a request (the host, the scheme, the client's address), and the clock.

import ipaddr from "ipaddr.js";
import { readTrustedProxies } from "../trusted-proxies.ts";
import type { Answer } from "./ask.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";
import type { Report } from "./report.ts";

/** The doctor claims to have this address, as an attacker could. It comes from a network for examples. */
export const FORGED_CLIENT = "192.0.2.77";

/** The host that the doctor claims to ask, as an attacker could. No one can own a name below `.invalid`. */
export const FORGED_HOST = "doctor.invalid";

/** This machine's names and addresses. */
export const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]", "::1", "::ffff:127.0.0.1"]);

/** Networks in which a proxy can be the server's neighbour, such as Docker's gateway. */
const INNER_NETWORKS = ["private", "carrierGradeNat", "linkLocal", "uniqueLocal"];

/** By how many seconds clocks may differ: a server accepts a JWT for so long after its end. */
const MAX_SKEW_SECONDS = 15;

/** Does the application know its public origin? */
export function originFindings(target: URL, report: Report): Finding[] {
  const isRight = report.origin === target.origin;
  // If the origin is a setting, the proxy's headers change nothing today.
  const wrong = isRight ? warn : fail;
  const [host = report.host] = appendedTo(report.forwardedHost ?? "", FORGED_HOST);
  const scheme = target.protocol.slice(0, -1);
  return [
    host === target.host
      ? ok("Host", `arrives as ${host}.`)
      : wrong(
          "Host",
          `arrives as ${host}.`,
          host === target.hostname
            ? "The port is missing. Let the proxy pass the whole Host (nginx: proxy_set_header Host $http_host)."
            : "Let the proxy pass the visitor's Host (nginx: proxy_set_header Host $host).",
        ),
    report.forwardedProto === scheme || (!report.forwardedProto && scheme === "http")
      ? ok("Scheme", `arrives as ${scheme}.`)
      : wrong(
          "Scheme",
          `X-Forwarded-Proto arrives as ${report.forwardedProto ?? "nothing"}.`,
          "Let the proxy set it (nginx: proxy_set_header X-Forwarded-Proto $scheme).",
        ),
    originFinding(target, report),
  ];
}

function originFinding(target: URL, { origin, isOriginSet }: Report): Finding {
  const about = "Origin";
  if (origin === target.origin)
    return ok(about, `The application takes itself for ${origin}, so mails, redirects and passkeys lead here.`);
  const set = `Set AUTH_URL=${target.origin}`;
  if (origin.endsWith(`//${FORGED_HOST}`))
    return fail(
      about,
      "Clients can choose the origin, to which mails, redirects and passkeys lead.",
      `${set}, or let the proxy set X-Forwarded-Host (nginx: proxy_set_header X-Forwarded-Host $host).`,
    );
  return fail(
    about,
    `The application takes itself for ${origin}: mails, redirects and passkeys lead there.`,
    isOriginSet ? `${set}.` : `${set}, or repair what the proxy forwards.`,
  );
}

/** @returns what proxies have appended to a header, after the value that the doctor has forged */
function appendedTo(header: string, forged: string): string[] {
  const entries = header
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  return entries.slice(entries.lastIndexOf(forged) + 1);
}

/** Does the application count clients, or proxies, or addresses that clients claim? */
export function proxyFinding(target: URL, report: Report): Finding {
  const { forwardedFor, connection, clientIp: counted, isProxyTrusted } = report;
  const about = "TRUST_PROXY";
  // Each proxy appends its client's address; a proxy that replaces the header drops the forged one.
  const appended = appendedTo(forwardedFor, FORGED_CLIENT);
  const [client = connection] = appended;
  const cure =
    appended.length > 0
      ? `Set TRUST_PROXY=${appended.length}, or the networks of your proxies.`
      : "Let the proxy set X-Forwarded-For, and set TRUST_PROXY=1. Unset TRUST_PROXY if there is no proxy.";
  if (counted === FORGED_CLIENT)
    return fail(about, "Clients can claim any address, and so get around the rate limits.", cure);
  const isDirect = appended.length === 0 && !LOOPBACK.has(target.hostname);
  // A socket that is a file has no address.
  const from = ipaddr.isValid(connection) ? ipaddr.process(connection).range() : "loopback";
  // A proxy that does not name its client: one that drops the header, or one on the server's machine.
  const isHidden = forwardedFor === "" || (isDirect && from === "loopback");
  if (
    counted !== readTrustedProxies("").proxies.clientIp(client, "") ||
    (appended.length > 0 && !isProxyTrusted) ||
    isHidden
  )
    return fail(about, `All visitors count as one client, ${counted}, and share its rate limits.`, cure);
  if (isDirect && INNER_NETWORKS.includes(from))
    return warn(about, `If ${counted} is no visitor's address, all visitors count as this one client.`, cure);
  return ok(about, `The client's address is ${counted}, behind proxies: ${appended.length}.`);
}

export function clockFinding({ from, until }: Answer, { time }: Report): Finding {
  const seconds = Math.round((time - (from + until) / 2) / 1000);
  if (Math.abs(seconds) <= MAX_SKEW_SECONDS) return ok("Clock", `differs from this machine's by ${seconds} seconds.`);
  return fail(
    "Clock",
    `differs from this machine's by ${seconds} seconds: sessions and sign-ins expire at wrong times.`,
    "Synchronise the wrong one of the two by NTP (timedatectl set-ntp true).",
  );
}
