// A simulated GitHub: the parts of its OAuth and API that sign-in needs, with a consent page to choose or enter a user.
// The development server mounts it at /dev/github; the tests run it by itself. It is never part of a build.

import { createHash, randomBytes } from "node:crypto";
import { isLoopback } from "solid-authjs/environment";
import { html, pageResponse } from "./html.ts";

const BANNER = "Simulated GitHub, for development only. Nothing here leaves your machine.";

interface Person {
  login: string;
  name: string;
  email: string;
  verified: boolean;
}

const PEOPLE: Person[] = [
  { login: "ada", name: "Ada Lovelace", email: "ada@example.com", verified: true },
  { login: "grace", name: "Grace Hopper", email: "grace@example.com", verified: true },
  { login: "unverified", name: "No Verified Address", email: "unverified@example.com", verified: false },
];

interface Consent {
  person: Person;
  clientId: string;
  redirectUri: string;
  challenge: string | null;
  scope: string;
}

export interface SimulatedGitHubOptions {
  /** The path of the mount, such as `/dev/github`; empty for the root. */
  basePath: string;
  clientId: string;
  clientSecret: string;
}

/** @returns a handler for everything below the base path */
export function simulatedGitHub({ basePath, clientId, clientSecret }: SimulatedGitHubOptions) {
  const codes = new Map<string, Consent>();
  const tokens = new Map<string, Consent>();

  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const route = `${request.method} ${url.pathname.slice(basePath.length).replace(/\/$/, "") || "/"}`;
    if (route === "GET /login/oauth/authorize") return checked(url.searchParams, url.host, consentResponse);
    if (route === "POST /login/oauth/authorize")
      return checked(new URLSearchParams(await request.text()), url.host, decisionResponse);
    if (route === "POST /login/oauth/access_token") return tokenResponse(request);
    if (route === "GET /api/v3/user") return apiResponse(request, profileOf);
    if (route === "GET /api/v3/user/emails") return apiResponse(request, emailsOf);
    if (route === "GET /") return pageResponse("Simulated GitHub", BANNER, INTRODUCTION);
    return Response.json({ message: "Not Found" }, { status: 404 });
  };

  function checked(form: URLSearchParams, host: string, answer: (form: URLSearchParams) => Response): Response {
    const problem = problemWith(form.get("client_id"), form.get("redirect_uri"), host);
    if (!problem) return answer(form);
    return pageResponse("Simulated GitHub", BANNER, html`<h1>This request is not valid</h1><p>${problem}</p>`, 400);
  }

  function consentResponse(form: URLSearchParams): Response {
    const hidden = [...form].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
    const body = html`
      <h1>Who are you today?</h1>
      <p class="muted">The real GitHub would ask whether this application may read your profile and your addresses.</p>
      <form method="post">
        ${hidden}
        <div class="row">${PEOPLE.map(({ login, name }) => html`<button class="go" name="as" value="${login}">Continue as ${name}</button>`)}</div>
      </form>
      <h2>Or another user</h2>
      <form method="post">
        ${hidden}
        <label for="login">Username</label><input id="login" name="login" required value="somebody" />
        <label for="name">Name</label><input id="name" name="name" value="Some Body" />
        <label for="email">Primary email address</label><input id="email" name="email" type="email" value="somebody@example.com" />
        <label><input type="checkbox" name="verified" value="yes" checked /> GitHub has verified this address</label>
        <div class="row"><button class="go" name="as" value="">Continue</button></div>
      </form>
      <form method="post">${hidden}<div class="row"><button name="cancel" value="yes">Cancel</button></div></form>`;
    return pageResponse("Sign in · Simulated GitHub", BANNER, body);
  }

  function decisionResponse(form: URLSearchParams): Response {
    const field = (name: string) => form.get(name) ?? "";
    const back = new URL(field("redirect_uri"));
    if (form.has("state")) back.searchParams.set("state", field("state"));
    if (form.has("cancel")) {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_description", "The user has denied your application access.");
    } else {
      const typed = {
        login: field("login"),
        name: field("name"),
        email: field("email"),
        verified: form.has("verified"),
      };
      const code = randomBytes(10).toString("hex");
      codes.set(code, {
        person: PEOPLE.find(({ login }) => login === field("as")) ?? typed,
        clientId: field("client_id"),
        redirectUri: field("redirect_uri"),
        challenge: field("code_challenge") || null,
        scope: field("scope"),
      });
      back.searchParams.set("code", code);
    }
    return new Response(null, { status: 302, headers: { location: back.href } });
  }

  function problemWith(client: string | null, redirectUri: string | null, host: string): string | undefined {
    if (client !== clientId) return "The client_id is not the one this simulation was started with.";
    if (!redirectUri || !URL.canParse(redirectUri)) return "There is no redirect_uri.";
    const target = new URL(redirectUri);
    if (target.host !== host && !isLoopback(target.hostname))
      return "The redirect_uri leads to another machine. The simulation only works for applications on this one.";
  }

  async function tokenResponse(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text());
    const [id, secret] = credentials(request) ?? [form.get("client_id"), form.get("client_secret")];
    if (id !== clientId || secret !== clientSecret)
      return oauthErrorResponse(
        "incorrect_client_credentials",
        "The client_id and/or client_secret passed are incorrect.",
      );
    const code = form.get("code") ?? "";
    const grant = codes.get(code);
    codes.delete(code);
    if (!grant || grant.redirectUri !== form.get("redirect_uri"))
      return oauthErrorResponse("bad_verification_code", "The code passed is incorrect or expired.");
    const verifier = form.get("code_verifier") ?? "";
    if (grant.challenge && createHash("sha256").update(verifier).digest("base64url") !== grant.challenge)
      return oauthErrorResponse("invalid_grant", "The code_verifier does not match the code_challenge.");
    const token = `gho_${randomBytes(18).toString("hex")}`;
    tokens.set(token, grant);
    return Response.json({ access_token: token, token_type: "bearer", scope: grant.scope.replaceAll(" ", ",") });
  }

  function apiResponse(request: Request, answer: (person: Person) => unknown): Response {
    const grant = tokens.get(request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "");
    if (!grant) return Response.json({ message: "Bad credentials" }, { status: 401 });
    return Response.json(answer(grant.person));
  }
}

const INTRODUCTION = html`<h1>Simulated GitHub</h1>
  <p>"Continue with GitHub" leads here until AUTH_GITHUB_ID and AUTH_GITHUB_SECRET are set.</p>
  <p><a href="/sign-in">Go to the sign-in page</a></p>`;

/** GitHub answers refused requests with 200, too. */
function oauthErrorResponse(error: string, description: string): Response {
  return Response.json({ error, error_description: description });
}

function credentials(request: Request): [string, string] | undefined {
  const [scheme, encoded] = request.headers.get("authorization")?.split(" ") ?? [];
  if (scheme !== "Basic" || !encoded) return;
  const [id = "", secret = ""] = Buffer.from(encoded, "base64").toString().split(":").map(formDecode);
  return [id, secret];
}

/** The header `Authorization: Basic` has form-encoded client credentials (RFC 6749, 2.3.1). */
function formDecode(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

/** The same username always gives the same user id. */
function profileOf({ login, name }: Person) {
  const id = createHash("sha256").update(login.toLowerCase()).digest().readUInt32BE();
  return { id, login, name: name || null, email: null, avatar_url: null, type: "User" };
}

/** GitHub gives each user a further address. That address is verified, and seldom the primary one. */
function emailsOf({ login, email, verified }: Person) {
  const own = { email: `${login}@users.noreply.github.example`, primary: false, verified: true, visibility: null };
  return email ? [own, { email, primary: true, verified, visibility: "private" }] : [];
}
