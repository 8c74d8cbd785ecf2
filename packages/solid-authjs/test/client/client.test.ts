// The client's functions. The test plays the browser: their requests reach the real handler.

import Credentials from "@auth/core/providers/credentials";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Passkey, type SolidAuthConfig } from "../../src";
import { EMAIL, useApplication } from "../support/application";
import { useOAuth } from "../support/oauth";
import { Passkey as Authenticator } from "../support/passkey";
import { ORIGIN, type Visitor } from "../support/visitor";

type Client = typeof import("../../src/client");
type Init = { method: string };

const CSRF_COOKIE = "__Host-authjs.csrf-token";
const SHOWN = { user: { email: EMAIL } };
const SENT = { ok: true, url: expect.stringContaining("/verify-request") };

const oauth = useOAuth();
const app = useApplication(() => ({
  providers: [oauth.provider(), Passkey()],
  callbacks: {
    session: ({ session, user }) => ({ ...session, user: { id: user.id, name: user.name, email: user.email } }),
  },
}));
/** The channels of the tab and of another one. */
const channels: BroadcastChannel[] = [];

let browser: Visitor;
let tab: Client;
/** The requests of the tab, as method and path. */
let asked: string[];
const location = { href: "", hostname: "app.example.com", assign: vi.fn(), reload: vi.fn() };

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
  vi.resetModules();
  tab = await import("../../src/client");
});
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

function useBrowser(visitor: Visitor): void {
  browser = visitor;
  vi.stubGlobal("fetch", (path: string, init?: Init) => {
    asked.push(`${init?.method ?? "GET"} ${path}`);
    return browser.visit(new URL(path, ORIGIN), init);
  });
}

const useSignedIn = async (options?: Partial<SolidAuthConfig>) => useBrowser(await app.signedIn(EMAIL, options));

/** The same browser, where a method of the adapter fails. */
const useBroken = (method: string) => {
  const failing = () => Promise.reject(new Error("Out of order."));
  useBrowser(browser.copy(app.configWith({ adapter: { ...app.adapter, [method]: failing } })));
};

/** An application whose password is "right", with the session that Auth.js shows by default. */
const withPassword = (callbacks: SolidAuthConfig["callbacks"] = {}): Partial<SolidAuthConfig> => {
  const authorize = ({ password }: { password?: unknown }) => (password === "right" ? { id: "7", email: EMAIL } : null);
  const providers = [Credentials({ credentials: { password: {} }, authorize })];
  return { providers, session: { strategy: "jwt" }, callbacks };
};
const signInWith = (password: string) => tab.signIn("credentials", { password, redirect: false });

/** Another tab, and the first message that it hears. Messages arrive in the order in which they were sent. */
function otherTab() {
  const channel = new BroadcastChannel("solid-authjs");
  const heard = new Promise<string | null>((resolve) => {
    channel.onmessage = ({ data }) => resolve(data);
  });
  return { channel, heard };
}

describe("signIn", () => {
  it.each([undefined, "nobody"])("with %j as a provider opens the sign-in page", async (provider) => {
    await tab.signIn(provider, { callbackUrl: "/reports" });
    expect(location.assign).toHaveBeenCalledExactlyOnceWith("/api/auth/signin?callbackUrl=%2Freports");
  });

  it("with `redirect: false` returns ok and the URL, or the error and its code", async () => {
    expect(await tab.signIn("email", { email: EMAIL, redirect: false })).toMatchObject(SENT);
    expect(app.sent.map(({ to }) => to)).toEqual([EMAIL]);
    const refused = await tab.signIn("email", { email: "nonsense", redirect: false });
    expect(refused).toMatchObject({ ok: false, error: "EmailSignInError", code: "address" });
    expect(location.assign).not.toHaveBeenCalled();
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

  it.each([
    ["again, if only the fragment of its address changes", "/page#top", 1],
    ["of another path with a fragment, without loading this one again", "/other#place", 0],
  ])("loads the page %s", async (_, callbackUrl, reloads) => {
    await tab.signIn("email", { email: EMAIL, callbackUrl: callbackUrl.replace("#top", "") });
    expect(location.reload).not.toHaveBeenCalled();
    await tab.signOut({ callbackUrl });
    expect(location.assign).toHaveBeenLastCalledWith(ORIGIN + callbackUrl);
    expect(location.reload).toHaveBeenCalledTimes(reloads);
  });

  it.each<[SolidAuthConfig["callbacks"], string]>([
    [{ session: ({ token }) => ({ expires: "", user: { id: token.sub } }) }, "7"],
    // By default a session has no id.
    [{}, EMAIL],
  ])("with the right password tells the other tabs who (%j, %s); a wrong one is an error", async (callbacks, told) => {
    useBrowser(app.visitor(withPassword(callbacks)));
    const { heard } = otherTab();
    const refused = { ok: false, error: "CredentialsSignin", code: "credentials" };
    expect(await signInWith("wrong")).toMatchObject(refused);
    expect(await signInWith("right")).toMatchObject({ ok: true, url: `${ORIGIN}/page` });
    expect(await heard).toBe(told);
    // What only tells the other tabs takes no sign-in with it.
    vi.stubGlobal("fetch", (path: string, init?: Init) =>
      path.endsWith("/session")
        ? Promise.reject(new TypeError("Failed to fetch"))
        : browser.visit(new URL(path, ORIGIN), init),
    );
    expect(await signInWith("right")).toMatchObject({ ok: true, url: `${ORIGIN}/page` });
  });

  it("fails if the signIn callback answers by itself", async () => {
    const signIn = () => Promise.reject(new Response(null, { status: 302, headers: { location: "/blocked" } }));
    useBrowser(app.visitor(withPassword({ signIn })));
    expect(await signInWith("right")).toMatchObject({ ok: false, url: expect.stringMatching(/\/blocked$/) });
  });
});

describe("signOut", () => {
  it("ends the session, tells the other tabs, and leaves the page unless it is told to stay", async () => {
    await useSignedIn();
    const { heard } = otherTab();
    expect(await tab.signOut({ redirect: false })).toMatchObject({ ok: true, url: `${ORIGIN}/page` });
    expect(await heard).toBeNull();
    expect(await app.prisma.session.count()).toBe(0);
    expect(browser.sessionCookie).toBeUndefined();
    expect(await tab.signOut({ callbackUrl: "/bye" })).toBeUndefined();
    expect(location.assign).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/bye`);
  });

  it("tells no other tab that the user is signed out if it fails", async () => {
    await useSignedIn();
    useBroken("deleteSession");
    const { heard } = otherTab();
    expect(await tab.signOut({ redirect: false })).toMatchObject({ ok: false, error: "Configuration" });
    tab.announceSession("somebody");
    expect(await heard).toBe("somebody");
  });
});

it("update passes its data to the callback, and returns the updated session, which useSession shows then", async () => {
  const session = vi.fn(({ session: { expires }, user, newSession }) => ({ expires, user, newSession }));
  await useSignedIn({ callbacks: { session } });
  const shown = tab.useSession();
  await expect.poll(shown).toMatchObject(SHOWN);
  await app.prisma.user.updateMany({ data: { name: "Ada" } });
  const updated = { user: { name: "Ada" }, newSession: { theme: "dark" } };
  expect(await tab.update({ theme: "dark" })).toMatchObject(updated);
  expect(shown()).toMatchObject({ user: { name: "Ada" } });
});

describe("useSession", () => {
  const reads = () => asked.filter((request) => request === "GET /api/auth/session").length;

  it("the page's session is undefined until it is known, and all callers share one request", async () => {
    await useSignedIn();
    const [session, same] = [tab.useSession(), tab.useSession()];
    expect(session()).toBeUndefined();
    await expect.poll(session).toMatchObject(SHOWN);
    expect(same()).toBe(session());
    expect(reads()).toBe(1);
  });

  it("follows a sign-out and a sign-in in another tab", async () => {
    await useSignedIn();
    const session = tab.useSession();
    await expect.poll(session).toMatchObject(SHOWN);
    const { channel } = otherTab();
    await browser.post("/signout");
    channel.postMessage(null);
    await expect.poll(session).toBeNull();
    await app.signIn(browser);
    channel.postMessage("somebody");
    await expect.poll(session).toMatchObject(SHOWN);
  });

  it("asks again when the tab comes back into view, not when it goes", async () => {
    const session = tab.useSession();
    await expect.poll(session).toBeNull();
    await app.signIn(browser);
    for (const visibilityState of ["hidden", "visible"]) {
      expect(reads()).toBe(1);
      Object.assign(document, { visibilityState });
      document.dispatchEvent(new Event("visibilitychange"));
    }
    await expect.poll(session).toMatchObject(SHOWN);
  });

  it("stays as it was if it cannot be read", async () => {
    await useSignedIn();
    const session = tab.useSession();
    await expect.poll(session).toMatchObject(SHOWN);
    useBroken("getSessionAndUser");
    await expect(tab.update()).rejects.toThrow();
    expect(reads()).toBe(2);
    expect(session()).toMatchObject(SHOWN);
  });

  it.each<[string, () => unknown]>([
    [
      "another reading",
      async () => {
        await browser.post("/callback/credentials", { password: "right" });
        document.dispatchEvent(new Event("visibilitychange"));
      },
    ],
    ["a sign-in", () => signInWith("right")],
  ])("by an answer that comes late replaces nothing that %s has brought meanwhile", async (_, read) => {
    useBrowser(app.visitor(withPassword()));
    const session = tab.useSession();
    await expect.poll(session).toBeNull();
    const { promise: late, resolve: release } = Promise.withResolvers<void>();
    let answers = 0;
    vi.stubGlobal("fetch", async (path: string, init?: Init) => {
      const answer = await browser.visit(new URL(path, ORIGIN), init);
      if (path.endsWith("/session") && ++answers === 1) await late;
      return answer;
    });
    document.dispatchEvent(new Event("visibilitychange"));
    await expect.poll(() => answers).toBe(1);
    await read();
    await expect.poll(session).toMatchObject(SHOWN);
    release();
    await tab.getProviders();
    expect(session()).toMatchObject(SHOWN);
  });
});

it("a listener of onSessionChange that was removed hears no more", async () => {
  const removed = vi.fn();
  tab.onSessionChange(removed)();
  const heard = new Promise((resolve) => void tab.onSessionChange(resolve));
  otherTab().channel.postMessage("7");
  expect(await heard).toBe("7");
  expect(removed).not.toHaveBeenCalled();
});

it("postForm sends a form with its own token, and once more with a new one if that is refused", async () => {
  const fields = { csrfToken: await browser.csrfToken(), email: EMAIL };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const POST = "POST /api/auth/signin/email";
  const post = async (body: URLSearchParams | FormData) => {
    asked = [];
    expect((await (await tab.postForm("signin/email", body)).json()).url).toContain("/verify-request");
    return asked;
  };
  expect(await post(new URLSearchParams(fields))).toEqual([POST]);
  expect(await post(form)).toEqual([POST]);
  browser.cookies.delete(CSRF_COOKIE);
  expect(await post(form)).toEqual([POST, "GET /api/auth/csrf", POST]);
  expect(app.sent).toHaveLength(3);
});

it("configureClient changes the base path of every call", async () => {
  tab.configureClient({ basePath: "/elsewhere/" });
  for (const call of [tab.getProviders, tab.signOut, tab.update]) await call().catch(() => {});
  const posts = ["POST /elsewhere/signout", "POST /elsewhere/session"];
  expect(new Set(asked)).toEqual(new Set(["GET /elsewhere/providers", "GET /elsewhere/csrf", ...posts]));
});

/** A browser with methods for passkeys. */
function usePasskeys(create: (asked: never) => unknown, get: (asked: never) => unknown = create): void {
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("navigator", { credentials: { create, get } });
}

/** These methods with what an authenticator answers; `change` is a password manager's part. */
function useDevice(authenticator = new Authenticator(ORIGIN), change = (answer: object): unknown => answer): void {
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "base64url")).buffer;
  const inBytes = (response: object) =>
    Object.fromEntries(
      Object.entries(response).map(([name, text]) => [name, typeof text === "string" ? bytes(text) : text]),
    );
  const answered = ({ response, ...made }: ReturnType<Authenticator["authenticate" | "register"]>) =>
    change({ ...made, rawId: bytes(made.rawId), response: inBytes(response) });
  type Asked = { publicKey: { challenge: Uint8Array; rp: { id: string }; rpId: string } };
  const ceremony = ({ publicKey: { challenge, ...more } }: Asked) => ({
    ...more,
    challenge: Buffer.from(challenge).toString("base64url"),
  });
  usePasskeys(
    async (asked) => answered(authenticator.register(ceremony(asked))),
    async (asked) => answered(authenticator.authenticate(ceremony(asked))),
  );
}

it("on the page of another user, no function changes anything for the user who has signed in since", async () => {
  await useSignedIn();
  const userId = (await browser.session())?.user?.id;
  await browser.post("/signout");
  await app.signIn(browser, "second@example.com");
  usePasskeys(() => Promise.reject(new Error("No passkey is asked for.")));
  expect(await tab.signOut({ redirect: false, userId })).toMatchObject({ ok: false, error: "OtherUser" });
  await expect(tab.update({ theme: "dark" }, { userId })).rejects.toThrow("409");
  expect(await tab.registerPasskey({ userId })).toMatchObject({ ok: false, error: "OtherUser" });
  // Whatever its token.
  const form = new URLSearchParams({ csrfToken: "0", user: userId ?? "" });
  expect((await (await tab.postForm("signout", form)).json()).url).toContain("error=OtherUser");
  expect(await browser.session()).toMatchObject({ user: { email: "second@example.com" } });
});

const fails = () => {
  throw new TypeError("Illegal invocation");
};

describe("a password manager in place of the browser's own", () => {
  const asJson = (response: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(response).map(([name, value]) => [
        name,
        value instanceof ArrayBuffer ? Buffer.from(value).toString("base64") : value,
      ]),
    );

  it.each<[string, (response: Record<string, unknown>, rawId: ArrayBuffer) => object]>([
    ["throws in getTransports", (response) => ({ response: { ...response, getTransports: fails } })],
    ["throws for extensions", () => ({ getClientExtensionResults: fails })],
    ["answers without `rawId`", () => ({ rawId: undefined })],
    ["answers with views of bytes", (_, rawId) => ({ rawId: new DataView(rawId) })],
    ["answers with JSON", (response) => ({ response: asJson(response) })],
  ])("a password manager that %s adds a passkey, and signs in with it", async (_, change) => {
    await useSignedIn();
    useDevice(undefined, (answer) => {
      const { response, rawId } = answer as { response: Record<string, unknown>; rawId: ArrayBuffer };
      return { ...answer, ...change(response, rawId) };
    });
    expect(await tab.registerPasskey()).toMatchObject({ ok: true });
    useBrowser(app.visitor());
    expect(await tab.signInWithPasskey()).toMatchObject({ ok: true });
  });

  it.each<[string, () => unknown]>([
    ["throws", fails],
    ["rejects", () => Promise.reject(new Error("No."))],
    ["returns nothing", () => undefined],
    ["never answers", () => new Promise(() => {})],
  ])("a Signal API that %s hides nothing of what the server says", async (_, method) => {
    useDevice();
    const sent = vi.fn(method);
    const names = ["signalUnknownCredential", "signalAllAcceptedCredentials", "signalCurrentUserDetails"];
    Object.assign(PublicKeyCredential, Object.fromEntries(names.map((name) => [name, sent])));
    expect(await tab.signInWithPasskey()).toMatchObject({ error: "WebAuthnVerificationError", code: "unknown" });
    void tab.signalPasskeys({ userHandle: "", credentialIds: [], name: "", displayName: "" });
    expect(sent).toHaveBeenCalledTimes(3);
  });

  it.each<[string, unknown, string, string?]>([
    ["an Error", new Error("The vault is locked."), "DeviceFailed"],
    ["nothing", undefined, "DeviceFailed"],
    ["an Error like a browser's", Object.assign(new Error("No."), { name: "NotAllowedError" }), "Cancelled"],
    ["InvalidStateError", new DOMException("Held.", "InvalidStateError"), "AlreadyRegistered", "DeviceFailed"],
  ])(
    "a refusal with %s is no server that cannot be reached",
    async (_, refusal, registering, signingIn = registering) => {
      await useSignedIn();
      usePasskeys(() => Promise.reject(refusal));
      expect(await tab.registerPasskey()).toMatchObject({ ok: false, error: registering });
      expect(await tab.signInWithPasskey()).toMatchObject({ ok: false, error: signingIn });
    },
  );
});

it.each<[string, () => Promise<unknown>]>([
  ["signInWithPasskey", () => tab.signInWithPasskey({ callbackUrl: "/next" })],
  ["signIn with the provider of passkeys", () => tab.signIn("passkey", { callbackUrl: "/next", redirect: false })],
])("%s signs in, and tells the other tabs who has signed in", async (_, signIn) => {
  await useSignedIn();
  const userId = (await browser.session())?.user?.id;
  useDevice();
  expect(await tab.registerPasskey()).toMatchObject({ ok: true });
  await browser.post("/signout");
  const { heard } = otherTab();
  expect(await signIn()).toMatchObject({ ok: true, url: `${ORIGIN}/next` });
  expect(await heard).toBe(userId);
});

it("registerPasskey fails if the signIn callback has led to a page instead of adding the passkey", async () => {
  const signIn = ({ account }: { account?: { type: string } | null }) => account?.type !== "webauthn" || "/upgrade";
  await useSignedIn({ callbacks: { signIn } });
  useDevice();
  expect(await tab.registerPasskey()).toMatchObject({ ok: false, url: `${ORIGIN}/upgrade`, error: "AccessDenied" });
  expect(await app.prisma.authenticator.count()).toBe(0);
});

it.each([
  ["/webauthn-options/", "Unreachable", 0],
  ["/callback/", "Unanswered", 1],
])("the lost answer of %s is %s: only the second may have added the passkey", async (path, error, added) => {
  await useSignedIn();
  useDevice();
  const answer = browser.visit.bind(browser);
  vi.spyOn(browser, "visit").mockImplementation(async (url, init) => {
    const response = await answer(url, init);
    if (String(url).includes(path)) throw new TypeError("Failed to fetch");
    return response;
  });
  expect(await tab.registerPasskey()).toMatchObject({ ok: false, error });
  expect(await app.prisma.authenticator.count()).toBe(added);
});

it.each([
  ["localhost", true],
  ["1.example.com", true],
  ["192.0.2.7", false],
  ["[::1]", false],
])("supportsPasskeys at %s is %s: a passkey belongs to a domain", (hostname, isSupported) => {
  usePasskeys(() => {});
  vi.stubGlobal("location", { hostname });
  expect(tab.supportsPasskeys()).toBe(isSupported);
});
