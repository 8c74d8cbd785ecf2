// The client's functions, built for the browser. The test plays the browser: its tabs share the cookies, and their
// requests reach the real handler.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Credentials from "@auth/core/providers/credentials";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Passkey } from "../../src";
import { EMAIL, emailProvider, useApplication } from "../support/application";
import { Passkey as Authenticator } from "../support/passkey";
import { ENABLED } from "../support/passkeys";
import { useOAuth } from "../support/peers";
import { ORIGIN, type Visitor } from "../support/visitor";

type Client = typeof import("../../src/client");

const folder = mkdtempSync(join(tmpdir(), "solid-authjs-"));
beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: "silent",
    resolve: { conditions: ["browser"] },
    build: {
      outDir: folder,
      lib: { entry: join(import.meta.dirname, "../../src/client/index.ts"), formats: ["es"], fileName: "client" },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

let tabs = 0;

/** A new tab, with modules of its own. */
const openTab = (): Promise<Client> => import(/* @vite-ignore */ join(folder, `client.js?tab=${++tabs}`));

const oauth = useOAuth();
const app = useApplication(() => ({
  providers: [oauth.provider()],
  callbacks: {
    session: ({ session, user }) => ({ ...session, user: { id: user.id, name: user.name, email: user.email } }),
  },
}));
/** The channels between the tabs. */
const channels: BroadcastChannel[] = [];

let browser: Visitor;
let tab: Client;
/** The requests of the tabs, as method and path. */
let asked: string[];
const location = { href: "", assign: vi.fn(), reload: vi.fn() };

beforeEach(async () => {
  asked = [];
  useBrowser(app.visitor());
  Object.assign(location, { href: `${ORIGIN}/page` });
  vi.stubGlobal("location", location);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  class Channel extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      channels.push(this);
    }
  }
  vi.stubGlobal("BroadcastChannel", Channel);
  tab = await openTab();
});
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

function useBrowser(visitor: Visitor): void {
  browser = visitor;
  vi.stubGlobal("fetch", (path: string, init?: { method: string }) => {
    asked.push(`${init?.method ?? "GET"} ${path}`);
    return browser.visit(new URL(path, ORIGIN), init);
  });
}

/** Another answer replaces the cookie of the token that the first POST brings. */
function replaceFirstToken(): void {
  const visit = browser.visit.bind(browser);
  vi.spyOn(browser, "visit").mockImplementation(async (path, init) => {
    const isFirst = asked.filter((each) => each.startsWith("POST")).length === 1;
    if (init?.method === "POST" && isFirst) {
      browser.cookies.delete("__Host-authjs.csrf-token");
      await visit("/csrf");
    }
    return visit(path, init);
  });
}

/** Another tab, and the first message that it hears. Messages arrive in the order in which they were sent. */
async function otherTab(): Promise<{ heard: Promise<string | null> }> {
  const other = await openTab();
  return { heard: new Promise((resolve) => void other.onSessionChange(resolve)) };
}

describe("getProviders", () => {
  it("lists the configured providers by their ids", async () => {
    expect(await tab.getProviders()).toMatchObject({
      email: { id: "email", name: "Email", type: "email" },
      custom: { name: "Custom", type: "oauth", signinUrl: `${ORIGIN}/api/auth/signin/custom` },
    });
  });
});

describe("signIn", () => {
  it("signIn with `redirect: false` returns ok and the URL, or the error and its code", async () => {
    const sent = await tab.signIn("email", { email: EMAIL, redirect: false });
    expect(sent).toMatchObject({ ok: true, url: expect.stringContaining("/verify-request") });
    expect(app.sent.map(({ to }) => to)).toEqual([EMAIL]);
    const refused = await tab.signIn("email", { email: "nonsense", redirect: false });
    expect(refused).toMatchObject({ ok: false, error: "EmailSignInError", code: "address" });
    expect(location.assign).not.toHaveBeenCalled();
  });

  it("sends a new token when another answer has replaced the cookie of the first", async () => {
    replaceFirstToken();
    const sent = await tab.signIn("email", { email: EMAIL, redirect: false });
    expect(sent).toMatchObject({ ok: true, url: expect.stringContaining("/verify-request") });
    expect(app.sent.map(({ to }) => to)).toEqual([EMAIL]);
  });

  it("leads back to the page, without the error of an earlier call, unless it is told where", async () => {
    location.href = `${ORIGIN}/page?tab=1&error=AccessDenied&code=old`;
    await tab.signIn("email", { email: EMAIL, redirect: false });
    await tab.signIn("email", { email: EMAIL, redirect: false, callbackUrl: "/reports" });
    const callbackUrls = app.sent.map(({ url }) => url.searchParams.get("callbackUrl"));
    expect(callbackUrls).toEqual([`${ORIGIN}/page?tab=1`, `${ORIGIN}/reports`]);
  });

  it("leaves for the provider with the given authorization parameters, also without redirect", async () => {
    expect(await tab.signIn("custom", { redirect: false }, { prompt: "select_account" })).toBeUndefined();
    const url = new URL(location.assign.mock.lastCall?.[0]);
    expect(`${url.pathname} ${url.searchParams.get("prompt")}`).toBe("/authorize select_account");
  });

  it.each([undefined, "nobody"])("signIn with %j as a provider opens the sign-in page", async (provider) => {
    await tab.signIn(provider, { callbackUrl: "/reports" });
    expect(location.assign).toHaveBeenCalledExactlyOnceWith("/api/auth/signin?callbackUrl=%2Freports");
  });

  it("loads the page again if only the fragment of its address changes", async () => {
    await tab.signIn("email", { email: EMAIL, callbackUrl: "/page" });
    expect(location.reload).not.toHaveBeenCalled();
    await tab.signOut({ callbackUrl: `${ORIGIN}/page#top` });
    expect(location.assign).toHaveBeenLastCalledWith(`${ORIGIN}/page#top`);
    expect(location.reload).toHaveBeenCalledOnce();
  });

  it("leads to another page with a fragment, without loading this one again", async () => {
    await tab.signIn("email", { email: EMAIL, callbackUrl: "/other#place" });
    await tab.signOut({ callbackUrl: "/other#place" });
    expect(location.assign).toHaveBeenLastCalledWith(`${ORIGIN}/other#place`);
    expect(location.reload).not.toHaveBeenCalled();
  });

  it("the right password signs in and tells the other tabs who; a wrong one returns an error", async () => {
    const authorize = ({ password }: { password?: unknown }) =>
      password === "right" ? { id: "7", email: EMAIL } : null;
    const callbacks = {
      session: ({ token }: { token: { sub?: string } }) => ({ expires: "", user: { id: token.sub } }),
    };
    const providers = [Credentials({ credentials: { password: {} }, authorize })];
    useBrowser(app.visitor({ providers, session: { strategy: "jwt" }, callbacks }));
    const { heard } = await otherTab();
    const wrong = await tab.signIn("credentials", { password: "wrong", redirect: false });
    expect(wrong).toMatchObject({ ok: false, error: "CredentialsSignin", code: "credentials" });
    const right = await tab.signIn("credentials", { password: "right", redirect: false });
    expect(right).toMatchObject({ ok: true, url: `${ORIGIN}/page` });
    expect(await heard).toBe("7");
    // What only tells the other tabs takes no sign-in with it.
    vi.stubGlobal("fetch", (path: string, init?: { method: string }) =>
      path.endsWith("/session")
        ? Promise.reject(new TypeError("Failed to fetch"))
        : browser.visit(new URL(path, ORIGIN), init),
    );
    const later = await tab.signIn("credentials", { password: "right", redirect: false });
    expect(later).toMatchObject({ ok: true, url: `${ORIGIN}/page` });
  });
});

describe("signIn with credentials", () => {
  const providers = [Credentials({ credentials: { password: {} }, authorize: () => ({ id: "7", email: EMAIL }) })];
  const session = { strategy: "jwt" } as const;

  it("tells the other tabs of a sign-in, also if the session has no id, as by default", async () => {
    useBrowser(app.visitor({ providers, session, callbacks: {} }));
    const { heard } = await otherTab();
    await tab.signIn("credentials", { redirect: false });
    expect(await heard).toBe(EMAIL);
  });

  it("fails if the signIn callback answers by itself", async () => {
    const signIn = () => Promise.reject(new Response(null, { status: 302, headers: { location: "/blocked" } }));
    useBrowser(app.visitor({ providers, session, callbacks: { signIn } }));
    const blocked = await tab.signIn("credentials", { redirect: false });
    expect(blocked).toMatchObject({ ok: false, url: expect.stringMatching(/\/blocked$/) });
  });
});

describe("signOut", () => {
  it("ends the session, and tells the other tabs", async () => {
    useBrowser(await app.signedIn());
    const { heard } = await otherTab();
    expect(await tab.signOut({ redirect: false })).toMatchObject({ ok: true, url: `${ORIGIN}/page` });
    expect(await heard).toBeNull();
    expect(await app.prisma.session.count()).toBe(0);
    expect(browser.sessionCookie).toBeUndefined();
  });

  it("leaves the page unless it is told to stay", async () => {
    useBrowser(await app.signedIn());
    expect(await tab.signOut({ callbackUrl: "/bye" })).toBeUndefined();
    expect(location.assign).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/bye`);
  });

  it("a sign-out that fails tells no other tab that the user is signed out", async () => {
    const deleteSession = () => Promise.reject(new Error("Out of order."));
    const failing = app.configWith({ adapter: { ...app.adapter, deleteSession } });
    useBrowser((await app.signedIn()).copy(failing));
    const { heard } = await otherTab();
    expect(await tab.signOut({ redirect: false })).toMatchObject({ ok: false, error: "Configuration" });
    tab.announceSession("somebody");
    expect(await heard).toBe("somebody");
  });
});

describe("update", () => {
  it("passes its data to the callback, and returns the updated session, which useSession shows then", async () => {
    const session = vi.fn(({ session: { expires }, user, newSession }) => ({ expires, user, newSession }));
    useBrowser(await app.signedIn(EMAIL, { callbacks: { session } }));
    const shown = tab.useSession();
    await expect.poll(shown).toMatchObject({ user: { email: EMAIL } });
    await app.prisma.user.updateMany({ data: { name: "Ada" } });
    expect(await tab.update({ theme: "dark" })).toMatchObject({
      user: { name: "Ada" },
      newSession: { theme: "dark" },
    });
    expect(shown()).toMatchObject({ user: { name: "Ada" } });
  });

  it("sends a new token when another answer has replaced the cookie of the first", async () => {
    useBrowser(await app.signedIn());
    replaceFirstToken();
    expect(await tab.update({ theme: "dark" })).toMatchObject({ user: { email: EMAIL } });
  });

  it("returns null for a visitor who is signed out", async () => {
    expect(await tab.update({ theme: "dark" })).toBeNull();
  });

  it("throws if the session cannot be read: a failure is never signed out", async () => {
    const getSessionAndUser = () => Promise.reject(new Error("Out of order."));
    const failing = app.configWith({ adapter: { ...app.adapter, getSessionAndUser } });
    useBrowser((await app.signedIn()).copy(failing));
    await expect(tab.update()).rejects.toThrow("The auth route answered 500 to session.");
  });
});

describe("useSession", () => {
  const reads = () => asked.filter((request) => request === "GET /api/auth/session").length;

  it("useSession is undefined until the session is known, and all callers share one request", async () => {
    useBrowser(await app.signedIn());
    const [session, same] = [tab.useSession(), tab.useSession()];
    expect(session()).toBeUndefined();
    await expect.poll(session).toMatchObject({ user: { email: EMAIL } });
    expect(same()).toBe(session());
    expect(reads()).toBe(1);
  });

  it("useSession is null for a visitor who is signed out", async () => {
    await expect.poll(tab.useSession()).toBeNull();
  });

  it("follows a sign-out and a sign-in in another tab", async () => {
    useBrowser(await app.signedIn());
    const session = tab.useSession();
    await expect.poll(session).toMatchObject({ user: { email: EMAIL } });
    const other = await openTab();
    await other.signOut({ redirect: false });
    await expect.poll(session).toBeNull();
    await app.signIn(browser);
    other.announceSession("somebody");
    await expect.poll(session).toMatchObject({ user: { email: EMAIL } });
  });

  it("useSession asks again when the tab comes back into view, not when it goes", async () => {
    const session = tab.useSession();
    await expect.poll(session).toBeNull();
    await app.signIn(browser);
    Object.assign(document, { visibilityState: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
    expect(reads()).toBe(1);
    Object.assign(document, { visibilityState: "visible" });
    document.dispatchEvent(new Event("visibilitychange"));
    await expect.poll(session).toMatchObject({ user: { email: EMAIL } });
  });

  it("stays as it was if it cannot be read", async () => {
    useBrowser(await app.signedIn());
    const session = tab.useSession();
    await expect.poll(session).toMatchObject({ user: { email: EMAIL } });
    const getSessionAndUser = () => Promise.reject(new Error("Out of order."));
    useBrowser(browser.copy(app.configWith({ adapter: { ...app.adapter, getSessionAndUser } })));
    await expect(tab.update()).rejects.toThrow();
    expect(reads()).toBe(2);
    expect(session()).toMatchObject({ user: { email: EMAIL } });
  });
});

describe("an answer to useSession that comes late", () => {
  const providers = [Credentials({ credentials: { password: {} }, authorize: () => ({ id: "7", email: EMAIL }) })];

  it.each<[string, () => unknown]>([
    [
      "another reading",
      async () => {
        await browser.post("/callback/credentials");
        document.dispatchEvent(new Event("visibilitychange"));
      },
    ],
    ["a sign-in", () => tab.signIn("credentials", { redirect: false })],
  ])("replaces nothing that %s has brought meanwhile", async (_, read) => {
    useBrowser(app.visitor({ providers, session: { strategy: "jwt" }, callbacks: {} }));
    const session = tab.useSession();
    await expect.poll(session).toBeNull();
    const { promise: late, resolve: release } = Promise.withResolvers<void>();
    let answers = 0;
    vi.stubGlobal("fetch", async (path: string, init?: { method: string }) => {
      const answer = await browser.visit(new URL(path, ORIGIN), init);
      if (path.endsWith("/session") && ++answers === 1) await late;
      return answer;
    });
    document.dispatchEvent(new Event("visibilitychange"));
    await expect.poll(() => answers).toBe(1);
    await read();
    await expect.poll(session).toMatchObject({ user: { email: EMAIL } });
    release();
    await tab.getProviders();
    expect(session()).toMatchObject({ user: { email: EMAIL } });
  });
});

it("a listener of onSessionChange that was removed hears no more", async () => {
  const other = await openTab();
  const removed = vi.fn();
  other.onSessionChange(removed)();
  const heard = new Promise((resolve) => void other.onSessionChange(resolve));
  tab.announceSession("7");
  expect(await heard).toBe("7");
  expect(removed).not.toHaveBeenCalled();
});

describe("postForm", () => {
  it("sends a form with its own token, and once more with a new one if that is refused", async () => {
    const fields = { csrfToken: await browser.csrfToken(), email: EMAIL };
    const post = async (body: URLSearchParams | FormData) =>
      (await (await tab.postForm("signin/email", body)).json()).url;
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const body of [new URLSearchParams(fields), form]) {
      asked = [];
      expect(await post(body)).toContain("/verify-request");
      expect(asked).toEqual(["POST /api/auth/signin/email"]);
    }
    browser.cookies.delete("__Host-authjs.csrf-token");
    asked = [];
    expect(await post(form)).toContain("/verify-request");
    expect(asked).toEqual(["POST /api/auth/signin/email", "GET /api/auth/csrf", "POST /api/auth/signin/email"]);
    expect(app.sent).toHaveLength(3);
  });

  it("a form of another user's page is refused for that, whatever its token", async () => {
    useBrowser(await app.signedIn());
    const body = new URLSearchParams({ csrfToken: "0", user: "another" });
    expect((await (await tab.postForm("signout", body)).json()).url).toContain("error=OtherUser");
    expect(await browser.session()).toMatchObject({ user: { email: EMAIL } });
  });
});

describe("on the page of another user", () => {
  it("signing out, an update and a passkey change nothing for the user who has signed in since", async () => {
    useBrowser(await app.signedIn(EMAIL, { providers: [emailProvider(app.sent), Passkey()], ...ENABLED }));
    const userId = (await browser.session())?.user?.id;
    await browser.post("/signout");
    await app.signIn(browser, "second@example.com");
    vi.stubGlobal("PublicKeyCredential", class {});
    vi.stubGlobal("navigator", {
      credentials: { create: () => Promise.reject(new Error("No passkey is asked for.")) },
    });
    vi.stubGlobal("location", { ...location, hostname: "app.example.com" });
    expect(await tab.signOut({ redirect: false, userId })).toMatchObject({ ok: false, error: "OtherUser" });
    await expect(tab.update({ theme: "dark" }, { userId })).rejects.toThrow("409");
    expect(await tab.registerPasskey({ userId })).toMatchObject({ ok: false, error: "OtherUser" });
    expect(await browser.session()).toMatchObject({ user: { email: "second@example.com" } });
  });
});

describe("configureClient", () => {
  it("changes the base path of every call", async () => {
    tab.configureClient({ basePath: "/elsewhere/" });
    for (const call of [tab.getProviders, tab.signOut, tab.update]) await call().catch(() => {});
    expect(new Set(asked)).toEqual(
      new Set([
        "GET /elsewhere/providers",
        "GET /elsewhere/csrf",
        "POST /elsewhere/signout",
        "POST /elsewhere/session",
      ]),
    );
  });
});

/** The browser's methods for passkeys, with what an authenticator answers; `change` is a password manager's part. */
function useDevice(authenticator: Authenticator, change = (answer: object): unknown => answer): void {
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "base64url")).buffer;
  const inBytes = (response: object) =>
    Object.fromEntries(
      Object.entries(response).map(([name, text]) => [name, typeof text === "string" ? bytes(text) : text]),
    );
  const answered = ({ response, ...made }: ReturnType<Authenticator["authenticate" | "register"]>) =>
    change({ ...made, rawId: bytes(made.rawId), response: inBytes(response) });
  type Asked = { publicKey: { challenge: Uint8Array; rp: { id: string }; rpId: string } };
  const challengeOf = ({ publicKey }: Asked) => Buffer.from(publicKey.challenge).toString("base64url");
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("navigator", {
    credentials: {
      create: async (asked: Asked) =>
        answered(authenticator.register({ challenge: challengeOf(asked), rp: asked.publicKey.rp })),
      get: async (asked: Asked) =>
        answered(authenticator.authenticate({ challenge: challengeOf(asked), rpId: asked.publicKey.rpId })),
    },
  });
  vi.stubGlobal("location", { ...location, hostname: "app.example.com" });
}

const fails = () => {
  throw new TypeError("Illegal invocation");
};

describe("a password manager in place of the browser's own", () => {
  const withPasskeys = () => ({ providers: [emailProvider(app.sent), Passkey()], ...ENABLED });

  it.each<[string, (response: Record<string, unknown>, rawId: ArrayBuffer) => object]>([
    ["throws in getTransports", (response) => ({ response: { ...response, getTransports: fails } })],
    ["has odd transports", (response) => ({ response: { ...response, getTransports: () => [1n, ""] } })],
    ["throws for extensions", () => ({ getClientExtensionResults: fails })],
    ["answers without `rawId`", () => ({ rawId: undefined })],
    ["answers without `id` and `type`", () => ({ id: undefined, type: undefined })],
    ["answers with views of bytes", (_, rawId) => ({ rawId: new DataView(rawId) })],
    ["answers with JSON", (response) => ({ response: asJson(response) })],
  ])("a password manager that %s adds a passkey, and signs in with it", async (_, change) => {
    useBrowser(await app.signedIn(EMAIL, withPasskeys()));
    useDevice(new Authenticator(ORIGIN), (answer) => {
      const { response, rawId } = answer as { response: Record<string, unknown>; rawId: ArrayBuffer };
      return { ...answer, ...change(response, rawId) };
    });
    expect(await tab.registerPasskey()).toMatchObject({ ok: true });
    useBrowser(app.visitor(withPasskeys()));
    expect(await tab.signInWithPasskey()).toMatchObject({ ok: true });
  });

  const asJson = (response: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(response).map(([name, value]) => [
        name,
        value instanceof ArrayBuffer ? Buffer.from(value).toString("base64") : value,
      ]),
    );

  it.each<[string, () => unknown]>([
    ["throws", fails],
    ["rejects", () => Promise.reject(new Error("No."))],
    ["returns nothing", () => undefined],
    ["never answers", () => new Promise(() => {})],
  ])("a Signal API that %s hides nothing of what the server says", async (_, method) => {
    useBrowser(app.visitor(withPasskeys()));
    useDevice(new Authenticator(ORIGIN));
    const sent = vi.fn(method);
    const names = ["signalUnknownCredential", "signalAllAcceptedCredentials", "signalCurrentUserDetails"];
    Object.assign(PublicKeyCredential, Object.fromEntries(names.map((name) => [name, sent])));
    expect(await tab.signInWithPasskey()).toMatchObject({ error: "WebAuthnVerificationError", code: "unknown" });
    void tab.signalPasskeys({ userHandle: "", credentialIds: [], name: "", displayName: "" });
    expect(sent).toHaveBeenCalledTimes(3);
  });

  it("a browser that fails to say what it can do is asked for nothing that it may lack", async () => {
    useBrowser(app.visitor(withPasskeys()));
    useDevice(new Authenticator(ORIGIN));
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: fails, getClientCapabilities: fails });
    Object.assign(document, { querySelector: () => ({}) });
    for (const how of [{ autofill: true }, { atOnce: true }])
      expect(await tab.signInWithPasskey(how)).toMatchObject({ ok: false, error: "Unsupported" });
  });
});

it("signInWithPasskey tells the other tabs who has signed in", async () => {
  useBrowser(await app.signedIn(EMAIL, { providers: [emailProvider(app.sent), Passkey()], ...ENABLED }));
  const userId = (await browser.session())?.user?.id;
  useDevice(new Authenticator(ORIGIN));
  expect(await tab.registerPasskey()).toMatchObject({ ok: true });
  await browser.post("/signout");
  const { heard } = await otherTab();
  expect(await tab.signInWithPasskey({ callbackUrl: "/" })).toMatchObject({ ok: true });
  expect(await heard).toBe(userId);
});

describe("registerPasskey", () => {
  it("fails if the signIn callback has led to a page instead of adding the passkey", async () => {
    const callbacks = {
      signIn: ({ account }: { account?: { type: string } | null }) => account?.type !== "webauthn" || "/upgrade",
    };
    browser = await app.signedIn(EMAIL, { providers: [emailProvider(app.sent), Passkey()], ...ENABLED, callbacks });
    useDevice(new Authenticator(ORIGIN));
    expect(await tab.registerPasskey()).toMatchObject({ ok: false, url: `${ORIGIN}/upgrade`, error: "AccessDenied" });
    expect(await app.prisma.authenticator.count()).toBe(0);
  });

  it.each([
    ["/webauthn-options/", "Unreachable", 0],
    ["/callback/", "Unanswered", 1],
  ])("the lost answer of %s is %s: only the second may have added the passkey", async (path, error, added) => {
    useBrowser(await app.signedIn(EMAIL, { providers: [emailProvider(app.sent), Passkey()], ...ENABLED }));
    useDevice(new Authenticator(ORIGIN));
    const answer = browser.visit.bind(browser);
    vi.spyOn(browser, "visit").mockImplementation(async (url, init) => {
      const response = await answer(url, init);
      if (String(url).includes(path)) throw new TypeError("Failed to fetch");
      return response;
    });
    expect(await tab.registerPasskey()).toMatchObject({ ok: false, error });
    expect(await app.prisma.authenticator.count()).toBe(added);
  });
});

describe("a device or a password manager", () => {
  it.each([
    ["an Error", new Error("The vault is locked."), "DeviceFailed", "DeviceFailed"],
    ["a TypeError", new TypeError("undefined is not a function"), "DeviceFailed", "DeviceFailed"],
    ["an object", { code: 17 }, "DeviceFailed", "DeviceFailed"],
    ["nothing", undefined, "DeviceFailed", "DeviceFailed"],
    ["an object without a text", Object.create(null), "DeviceFailed", "DeviceFailed"],
    ["TimeoutError", new DOMException("Late.", "TimeoutError"), "DeviceFailed", "DeviceFailed"],
    [
      "an Error like a browser's",
      Object.assign(new Error("No."), { name: "NotAllowedError" }),
      "Cancelled",
      "Cancelled",
    ],
    ["InvalidStateError", new DOMException("Held.", "InvalidStateError"), "AlreadyRegistered", "DeviceFailed"],
  ])("a refusal with %s is no server that cannot be reached", async (_, refusal, registering, signingIn) => {
    useBrowser(await app.signedIn(EMAIL, { providers: [emailProvider(app.sent), Passkey()], ...ENABLED }));
    vi.stubGlobal("PublicKeyCredential", class {});
    const refuse = () => Promise.reject(refusal);
    vi.stubGlobal("navigator", { credentials: { create: refuse, get: refuse } });
    vi.stubGlobal("location", { ...location, hostname: "app.example.com" });
    expect(await tab.registerPasskey()).toMatchObject({ ok: false, error: registering });
    expect(await tab.signInWithPasskey()).toMatchObject({ ok: false, error: signingIn });
  });
});

describe("supportsPasskeys", () => {
  it.each([
    ["app.example.com", true],
    ["localhost", true],
    ["1.example.com", true],
    ["192.0.2.7", false],
    ["127.0.0.1", false],
    ["[::1]", false],
  ])("supportsPasskeys at %s is %s: a passkey belongs to a domain", (hostname, isSupported) => {
    vi.stubGlobal("PublicKeyCredential", class {});
    vi.stubGlobal("navigator", { credentials: { create() {} } });
    vi.stubGlobal("location", { hostname });
    expect(tab.supportsPasskeys()).toBe(isSupported);
  });
});
