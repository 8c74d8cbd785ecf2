// Sends requests to the deployment, as a client that checks its certificate.

import { request as plainRequest } from "node:http";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import type { TLSSocket } from "node:tls";

const TIMEOUT_MS = 10_000;

export interface Answer {
  status: number;
  /** Repeated headers are joined. */
  headers: Record<string, string | undefined>;
  setCookies: string[];
  body: string;
  /** The times of the question and of the answer, by this machine's clock. */
  from: number;
  until: number;
  /** Undefined for plain http. */
  tls: { protocol: string; expires: Date } | undefined;
}

/**
 * Does not follow redirects.
 *
 * @throws {Error} if no answer comes, or the answer takes longer than ten seconds, or the connection is not secure
 */
export function ask(url: URL, headers: Record<string, string> = {}): Promise<Answer> {
  const from = Date.now();
  const send = url.protocol === "https:" ? request : plainRequest;
  return new Promise((resolve, reject) => {
    send(url, { headers, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) }, async (response) => {
      try {
        const until = Date.now();
        const tls = tlsOf(response.socket as TLSSocket);
        const body = await text(response);
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

/** @returns the body as JSON; undefined if it is not an object, or if there is no answer */
export async function askJson(url: URL): Promise<object | undefined> {
  try {
    const json: unknown = JSON.parse((await ask(url)).body);
    return typeof json === "object" && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}
