// A browser with Device Bound Session Credentials: it registers a key where an answer offers that, and renews its proof
// before a request that would lack it. Its own requests have no cookies, as after a link from another site.

import { generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from "node:crypto";
import { parseSetCookie } from "cookie";
import { SolidAuth, type SolidAuthConfig } from "../../src";
import { type Answer, ORIGIN, Visitor } from "./visitor";

const ENDPOINT = `${ORIGIN}/api/auth/device-bound-session`;

/** What the answer to a registration tells the browser. */
interface Instructions {
  session_identifier: string;
  credentials: { name: string }[];
}

export class Device extends Visitor {
  key = newKey();
  instructions: Instructions | undefined;
  challenge = "";
  #expires = 0;

  /** The same browser, after a restart of the application with this configuration. */
  on(config: SolidAuthConfig): Device {
    const same = new Device(config);
    for (const [name, value] of this.cookies) same.cookies.set(name, value);
    const { key, instructions, challenge } = this;
    same.#expires = this.#expires;
    return Object.assign(same, { key, instructions, challenge });
  }

  override async visit(path: string | URL, options?: Parameters<Visitor["visit"]>[1]): Promise<Answer> {
    const [cookie] = this.instructions?.credentials ?? [];
    if (cookie && this.#expires <= Date.now()) this.cookies.delete(cookie.name);
    if (cookie && !this.cookies.has(cookie.name)) await this.renew();
    const answer = await super.visit(path, options);
    const challenge = challengeIn(answer);
    if (challenge) await this.keepSession(await this.ask({ proof: proofOf(challenge, this.key, true) }));
    return answer;
  }

  /** Answers the challenge that it has, and a new one if that was too old. */
  async renew(): Promise<Answer> {
    const id = this.instructions?.session_identifier ?? "";
    const first = await this.keepSession(await this.ask({ id, proof: proofOf(this.challenge, this.key) }));
    if (first.status !== 403) return first;
    return this.keepSession(await this.ask({ id, proof: proofOf(this.challenge, this.key) }));
  }

  /** A request to the endpoint, as the browser makes it. */
  async ask(asked: { id?: string; proof?: string; method?: string; cookie?: string }): Promise<Answer> {
    const { id, proof, method = "POST", cookie = "" } = asked;
    const headers = new Headers({ origin: "https://elsewhere.example", "sec-fetch-site": "cross-site", cookie });
    if (id !== undefined) headers.set("sec-secure-session-id", `"${id}"`);
    if (proof !== undefined) headers.set("secure-session-response", `"${proof}"`);
    return this.keep(await this.handle(new Request(ENDPOINT, { method, headers })));
  }

  /** What the draft says of an answer to the browser's own request. */
  async keepSession(answer: Answer): Promise<Answer> {
    const [, challenge] =
      /^"([\w.-]+)";id="\w[\w-]*"$/.exec(answer.headers.get("secure-session-challenge") ?? "") ?? [];
    if (challenge) this.challenge = challenge;
    if (answer.ok) this.instructions = await answer.clone().json();
    else if (answer.status >= 400 && answer.status < 500 && answer.status !== 403) this.instructions = undefined;
    return answer;
  }

  override keep(response: Response): Answer {
    const answer = super.keep(response);
    const line = answer.set.get("__Host-authjs.bound-session");
    if (line) this.#expires = Date.now() + (parseSetCookie(line).maxAge ?? 0) * 1000;
    return answer;
  }

  /** Each request goes to another instance of the application. */
  protected override handle(request: Request): Promise<Response> {
    return SolidAuth({ ...this.config })[request.method === "POST" ? "POST" : "GET"]({ request });
  }
}

export function newKey(namedCurve = "P-256"): KeyObject {
  return generateKeyPairSync("ec", { namedCurve }).privateKey;
}

/** The challenge that a sign-in offers a registration with. */
export function challengeIn(answer: Response): string | undefined {
  const header = answer.headers.get("secure-session-registration") ?? "";
  return /^\(ES256\);path="\/api\/auth\/device-bound-session";challenge="([\w.-]+)"$/.exec(header)?.[1];
}

/**
 * A proof, as a browser signs it.
 *
 * @param isRegistration whether the public key comes along
 * @param head replaces fields of the JWT's header
 */
export function proofOf(challenge: string, key: KeyObject, isRegistration = false, head: object = {}): string {
  const { kty, crv, x, y }: JsonWebKey = key.export({ format: "jwk" });
  const jwk = isRegistration ? { kty, crv, x, y } : undefined;
  const parts = [{ typ: "dbsc+jwt", alg: "ES256", jwk, ...head }, { jti: challenge }];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${signed}.${sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}
