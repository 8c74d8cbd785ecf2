// Providers for sign-in, served on this machine for one test file.

import { createHash, randomBytes } from "node:crypto";
import GitHub from "@auth/core/providers/github";
import { CLIENT, usePeer } from "./oauth";
import { serveOpenId } from "./openid";
import { serveFetch } from "./peer";
import type { Answer, Visitor } from "./visitor";

/** The application's origin, to which the providers redirect. */
export const LOCAL_ORIGIN = "https://localhost:3000";

/** A user of GitHub. The same login is the same account. Without an address, GitHub tells none. */
interface Person {
  login: string;
  name?: string;
  email?: string;
}

export const ADA: Person = { login: "ada", name: "Ada Lovelace", email: "ada@example.com" };
export const GRACE: Person = { login: "grace", name: "Grace Hopper", email: "grace@example.com" };
/** The decision on GitHub's consent page to let the application know nothing. */
export const CANCEL = "cancel";

export const useOpenId = () => usePeer(() => serveOpenId());

const sha256 = (content: string) => createHash("sha256").update(content);

/** A server that plays GitHub, Auth.js's provider for it, and a user on its consent page. */
export function useGitHub() {
  /** Who consented, and to which authorization request, by the code for it. */
  const consents = new Map<string, { person: Person; asked: URLSearchParams }>();
  /** Whom an access token stands for. */
  const people = new Map<string, Person>();
  /** Fields that replace or extend the response of the token endpoint. */
  const tokens: Record<string, unknown> = {};
  /** Paths that answer with this status instead. */
  const broken = new Map<string, number>();

  const peer = usePeer(() =>
    serveFetch(async (request) => {
      const { pathname } = new URL(request.url);
      const status = broken.get(pathname);
      if (status) return new Response("Out of order.", { status });
      if (pathname === "/login/oauth/access_token") return exchange(request);
      const person = people.get(request.headers.get("authorization")?.replace("Bearer ", "") ?? "");
      if (!person || pathname !== "/api/v3/user") return Response.json({ message: "Not Found" }, { status: 404 });
      const { login, name = null, email = null } = person;
      const id = sha256(login).digest().readUInt32BE();
      return Response.json({ id, login, name, email, avatar_url: null, type: "User" });
    }),
  );

  /** GitHub answers with 200 even if it refuses. */
  async function exchange(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text());
    const client = atob(request.headers.get("authorization")?.replace("Basic ", "") ?? "").split(":");
    if (client.map(decodeURIComponent).join(":") !== `${CLIENT.clientId}:${CLIENT.clientSecret}`)
      return Response.json({ error: "incorrect_client_credentials" });
    const code = form.get("code") ?? "";
    const consent = consents.get(code);
    consents.delete(code);
    if (!consent || consent.asked.get("redirect_uri") !== form.get("redirect_uri"))
      return Response.json({ error: "bad_verification_code" });
    const challenge = sha256(form.get("code_verifier") ?? "").digest("base64url");
    if ((consent.asked.get("code_challenge") ?? challenge) !== challenge)
      return Response.json({ error: "invalid_grant" });
    const access_token = `gho_${randomBytes(18).toString("hex")}`;
    people.set(access_token, consent.person);
    const scope = consent.asked.get("scope")?.replaceAll(" ", ",");
    return Response.json({ access_token, token_type: "bearer", scope, ...tokens });
  }

  /** Decides on the consent page. @returns where GitHub sends the browser */
  async function decide(authorization: URL | undefined, decision: Person | typeof CANCEL = ADA): Promise<URL> {
    if (authorization?.origin !== peer.url) throw new Error("The visitor was not sent to GitHub.");
    const asked = authorization.searchParams;
    const back = new URL(asked.get("redirect_uri") ?? "");
    if (asked.has("state")) back.searchParams.set("state", asked.get("state") ?? "");
    if (decision === CANCEL) {
      back.searchParams.set("error", "access_denied");
      return back;
    }
    const code = randomBytes(10).toString("hex");
    consents.set(code, { person: decision, asked });
    back.searchParams.set("code", code);
    return back;
  }

  return {
    tokens,
    broken,
    get url() {
      return peer.url;
    },
    provider: () => GitHub({ ...CLIENT, enterprise: { baseUrl: peer.url }, checks: ["pkce", "state"] }),
    decide,
    /** Goes to GitHub and back. @param fields of the form that starts the sign-in */
    async signIn(visitor: Visitor, decision: Person | typeof CANCEL = ADA, fields = {}): Promise<Answer> {
      const { location } = await visitor.post("/signin/github", fields);
      return visitor.get(await decide(location, decision));
    },
  };
}
