// Requests to the deployment, as a client that checks its certificate.

import { request as plainRequest } from "node:http";
import { request } from "node:https";
import type { TLSSocket } from "node:tls";

const TIMEOUT_MS = 10_000;

export interface Answer {
  status: number;
  /** Repeated ones are joined. */
  headers: Record<string, string | undefined>;
  setCookies: string[];
  body: string;
  /** When it was asked and answered, by the clock of this machine. */
  from: number;
  until: number;
  /** Undefined for plain http. */
  tls: { protocol: string; expires: Date } | undefined;
}

/** Does not follow redirects. @throws {Error} if no answer comes, or over a connection that is not secure */
export function ask(url: URL, headers: Record<string, string> = {}): Promise<Answer> {
  const from = Date.now();
  const send = url.protocol === "https:" ? request : plainRequest;
  return new Promise((resolve, reject) => {
    send(url, { headers, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) }, async (response) => {
      try {
        const until = Date.now();
        const tls = tlsOf(response.socket as TLSSocket);
        const body = Buffer.concat(await Array.fromAsync(response)).toString();
        const { "set-cookie": setCookies = [], ...others } = response.headers;
        const joined = others as Record<string, string | undefined>;
        resolve({ status: response.statusCode ?? 0, headers: joined, setCookies, body, from, until, tls });
      } catch (error) {
        reject(error);
      }
    })
      .on("error", reject)
      .end();
  });
}

function tlsOf(socket: TLSSocket): Answer["tls"] {
  if (!socket.encrypted) return undefined;
  return { protocol: socket.getProtocol() ?? "", expires: new Date(socket.getPeerCertificate().valid_to) };
}

/** @returns the body as JSON; undefined if it is none, or there is no answer */
export async function askJson(url: URL): Promise<unknown> {
  try {
    return JSON.parse((await ask(url)).body);
  } catch {
    return undefined;
  }
}
