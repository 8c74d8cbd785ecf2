// Responses of passkeys that are refused although their signature is valid, and cookies that work only once.

import { generateKeyPairSync } from "node:crypto";
import { decodeAttestationObject, isoBase64URL, isoCBOR } from "@simplewebauthn/server/helpers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Passkey as PasskeyProvider } from "../../../src";
import { visitorErrorOf } from "../../../src/visitor-errors";
import { SECRET, useApplication } from "../../support/application";
import { Passkey } from "../../support/passkey";
import { answerWith, optionsFor } from "../../support/passkeys";
import { GRACE, LOCAL_ORIGIN, useGitHub } from "../../support/peers";
import { errorOf, type Visitor } from "../../support/visitor";

const OTHER_SECRET = "Zq3nXw8vBt6yLp1mKc5sHd9gJf2rVa7e";
const MINUTE_MS = 60 * 1000;
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const EXISTING = { id: "a-passkey", key: privateKey.export({ format: "jwk" }) };

const gitHub = useGitHub();
const app = useApplication(
  () => ({
    providers: [gitHub.provider(), PasskeyProvider()],
    session: { freshAge: 15 * 60 },
    experimental: { enableWebAuthn: true },
    pages: { signIn: "/sign-in", error: "/error" },
  }),
  LOCAL_ORIGIN,
);

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

describe("adding a passkey", () => {
  it("uses a challenge once: a copy of its cookie adds no second passkey", async () => {
    const visitor = await app.signedIn();
    const options = await optionsFor(visitor, "register");
    const challenge = [...visitor.cookies].filter(([name]) => name.includes("challenge"));
    expect(errorOf(await answerWith(visitor, "register", new Passkey(LOCAL_ORIGIN).register(options)))).toBeNull();
    for (const [name, value] of challenge) visitor.cookies.set(name, value);
    const second = await answerWith(visitor, "register", new Passkey(LOCAL_ORIGIN).register(options));
    expect(errorOf(second)).toBe("WebAuthnVerificationError");
    expect(await app.prisma.authenticator.count()).toBe(1);
    expect(await app.prisma.account.count()).toBe(1);
  });

  it("needs a fresh sign-in when it ends, not only when it begins", async () => {
    const visitor = await app.signedIn();
    vi.setSystemTime(Date.now() + 14 * MINUTE_MS);
    const options = await optionsFor(visitor, "register");
    vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
    const answer = await answerWith(visitor, "register", new Passkey(LOCAL_ORIGIN).register(options));
    expect(errorOf(answer)).toBe("FreshSignInRequired");
    expect(await app.prisma.authenticator.count()).toBe(0);
  });

  it.each([
    ["made in another site's frame", { crossOrigin: true }],
    ["made below another site's page", { topOrigin: "https://evil.example" }],
    ["with an id of 1,024 bytes", { idBytes: 1024 }],
    ["with such an id in the authenticator's data only", { idBytes: 1024 }, { id: "c2hvcnQ", rawId: "c2hvcnQ" }],
  ])("an authenticator's answer that does not fit is refused: one %s", async (_, peculiarity, shown: object = {}) => {
    const visitor = await app.signedIn();
    const passkey = new Passkey(LOCAL_ORIGIN, { ...peculiarity });
    const credential = passkey.register(await optionsFor(visitor, "register"));
    const answer = await answerWith(visitor, "register", { ...credential, ...shown });
    expect(errorOf(answer)).toBe("WebAuthnVerificationError");
    expect(await app.prisma.authenticator.count()).toBe(0);
  });

  it.each<[string, unknown, string?]>([
    ["a text", "usb"],
    ["an object", {}],
    ["nothing", null],
    ["no name", ["", "two words", "usb,internal", ["usb"], 7], ""],
    ["a new name among others", ["", "internal", "smell-o-vision"], "internal,smell-o-vision"],
    ["seventeen", Array.from({ length: 17 }, () => "usb"), Array.from({ length: 16 }, () => "usb").join(",")],
  ])("transports that do not fit are left out, and the passkey works: %s", async (_, transports, stored) => {
    const visitor = await app.signedIn();
    const credential = new Passkey(LOCAL_ORIGIN).register(await optionsFor(visitor, "register"));
    const answer = await answerWith(visitor, "register", {
      ...credential,
      response: { ...credential.response, transports },
    });
    expect(errorOf(answer)).toBeNull();
    expect((await app.prisma.authenticator.findFirstOrThrow()).transports ?? undefined).toBe(stored);
  });

  it("takes WebAuthn's JSON with all that Level 3 and later ones add, and with plain base64", async () => {
    const plain = (text?: string) => text && Buffer.from(text, "base64url").toString("base64");
    const like = <T extends { id: string; rawId: string; response: object }>(credential: T) => ({
      ...credential,
      ...{ id: plain(credential.id), rawId: plain(credential.rawId), authenticatorAttachment: null, future: [1] },
      clientExtensionResults: { prf: { enabled: true }, credProps: 7, "x-later": { deep: [null] } },
      response: {
        ...Object.fromEntries(
          Object.entries(credential.response).map(([name, value]) => [
            name,
            typeof value === "string" ? plain(value) : value,
          ]),
        ),
        ...{ publicKey: "AAAA", publicKeyAlgorithm: -7, future: {} },
      },
    });
    const passkey = new Passkey(LOCAL_ORIGIN, { existing: { ...EXISTING, id: "-_-_-_-_" } });
    const owner = await app.signedIn();
    const registration = like(passkey.register(await optionsFor(owner, "register")));
    expect(registration.id).toBe("+/+/+/+/");
    expect(errorOf(await answerWith(owner, "register", registration))).toBeNull();
    const visitor = app.visitor();
    const assertion = like(passkey.authenticate(await optionsFor(visitor, "authenticate")));
    expect(errorOf(await answerWith(visitor, "authenticate", { ...assertion, rawId: undefined }))).toBeNull();
    expect(await visitor.session()).toMatchObject({ user: { email: "user@example.com" } });
  });

  it("takes no notice of an attestation that was not asked for, also in a format that it does not know", async () => {
    const visitor = await app.signedIn();
    const credential = new Passkey(LOCAL_ORIGIN).register(await optionsFor(visitor, "register"));
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(credential.response.attestationObject));
    const signature = new Map([["sig", new Uint8Array(8)]]);
    const compound = new Map<string, never>([
      ["fmt", "compound" as never],
      ["attStmt", [signature, signature] as never],
      ["authData", attestation.get("authData") as never],
    ]);
    const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(compound));
    const response = { ...credential.response, attestationObject };
    expect(errorOf(await answerWith(visitor, "register", { ...credential, response }))).toBeNull();
  });

  it("tells a user in words that the passkey is on the account already", async () => {
    const logged = vi.fn();
    const visitor = await app.signedIn(undefined, { logger: { error: logged, warn() {}, debug() {} } });
    const passkey = new Passkey(LOCAL_ORIGIN);
    const add = async () => answerWith(visitor, "register", passkey.register(await optionsFor(visitor, "register")));
    expect(errorOf(await add())).toBeNull();
    expect(errorOf(await add())).toBe("AlreadyRegistered");
    expect(logged.mock.calls.map(([error]) => visitorErrorOf(error))).toMatchObject([
      { text: "WebAuthnVerificationError: The user has this passkey already.", level: "info" },
    ]);
    expect([await app.prisma.authenticator.count(), await app.prisma.account.count()]).toEqual([1, 1]);
  });

  it("goes through the layer's checks, whatever functions the provider brings", async () => {
    const others = app.config.providers.slice(0, -1);
    app.config.providers = [...others, { ...PasskeyProvider(), simpleWebAuthn: {} as never }];
    const visitor = await app.signedIn();
    const passkey = new Passkey(LOCAL_ORIGIN);
    const answer = await answerWith(visitor, "register", passkey.register(await optionsFor(visitor, "register")));
    expect(errorOf(answer)).toBeNull();
    expect(await app.prisma.authenticator.count()).toBe(1);
  });

  it.each([
    ["ES512", { algorithm: "ES512" as const }],
    // The library offers and accepts it by itself, where Node knows it.
    ["ML-DSA-44", { publicKey: Buffer.concat([Buffer.from("a3010703382f20590520", "hex"), Buffer.alloc(1312, 1)]) }],
  ])("an algorithm that was not offered is refused, because its later answers would fail: %s", async (_, key) => {
    const visitor = await app.signedIn();
    const options = await optionsFor(visitor, "register");
    expect(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-8, -7, -257]);
    const passkey = new Passkey(LOCAL_ORIGIN, key);
    expect(errorOf(await answerWith(visitor, "register", passkey.register(options)))).toBe("WebAuthnVerificationError");
    expect(await app.prisma.authenticator.count()).toBe(0);
  });
});

/** A user handle, as in a browser's response. */
const toBase64Url = (handle: string) => Buffer.from(handle).toString("base64url");

describe("the user handle of passkeys", () => {
  async function register(visitor: Visitor) {
    const passkey = new Passkey(LOCAL_ORIGIN);
    const options = await optionsFor(visitor, "register");
    expect(errorOf(await answerWith(visitor, "register", passkey.register(options)))).toBeNull();
    return { passkey, handle: options.user.id as string };
  }

  async function signInWith(passkey: Passkey) {
    const visitor = app.visitor();
    const credential = passkey.authenticate(await optionsFor(visitor, "authenticate"));
    const error = errorOf(await answerWith(visitor, "authenticate", credential));
    return { error, email: (await visitor.session())?.user?.email };
  }

  it("all passkeys of a user have the same handle, even after the secret has changed; it differs between users and does not contain the user's id", async () => {
    const visitor = await app.signedIn();
    const { handle } = await register(visitor);
    expect((await register(visitor)).handle).toBe(handle);
    app.config = { ...app.config, secret: [OTHER_SECRET, SECRET] };
    expect((await optionsFor(await app.signedIn(), "register")).user.id).toBe(handle);
    const other = await app.signedIn("other@example.com");
    expect((await optionsFor(other, "register")).user.id).not.toBe(handle);

    const { id, email } = await app.prisma.user.findFirstOrThrow();
    const bytes = Buffer.from(handle, "base64url");
    for (const personal of [id, email, Buffer.from(id).toString("base64url")])
      expect(bytes.toString()).not.toContain(personal);
    expect(bytes.length).toBeLessThanOrEqual(64);
  });

  it("a passkey signs in only with the handle of its own user", async () => {
    const { passkey, handle } = await register(await app.signedIn());
    expect(await signInWith(passkey)).toEqual({ error: null, email: "user@example.com" });
    const other = await app.signedIn("other@example.com");
    passkey.userHandle = (await register(other)).handle;
    expect(await signInWith(passkey)).toEqual({ error: "WebAuthnVerificationError", email: undefined });
    passkey.userHandle = toBase64Url(`${Buffer.from(handle, "base64url")}0`);
    expect(await signInWith(passkey)).toEqual({ error: "WebAuthnVerificationError", email: undefined });
  });

  it.each([undefined, "a".repeat(64), "f1d2".repeat(16)])(
    "a handle from before each user had one still signs in: %s",
    async (before) => {
      const { passkey } = await register(await app.signedIn());
      passkey.userHandle = before && toBase64Url(before);
      expect(await signInWith(passkey)).toEqual({ error: null, email: "user@example.com" });
    },
  );
});

describe("signing in with a passkey", () => {
  it.each([{ crossOrigin: true }, { topOrigin: "https://evil.example" }])(
    "a response that was made within another site's page is refused: %o",
    async (frame) => {
      const owner = await app.signedIn();
      const passkey = new Passkey(LOCAL_ORIGIN);
      await answerWith(owner, "register", passkey.register(await optionsFor(owner, "register")));
      const visitor = app.visitor();
      passkey.frame = frame;
      const credential = passkey.authenticate(await optionsFor(visitor, "authenticate"));
      expect(errorOf(await answerWith(visitor, "authenticate", credential))).toBe("WebAuthnVerificationError");
      expect(await visitor.session()).toBeNull();
    },
  );
});

describe("refusing a passkey", () => {
  it.each<[string, string, (credential: ReturnType<Passkey["authenticate"]>) => unknown]>([
    ["was removed", "WebAuthn authenticator not found", (credential) => ({ ...credential, id: "AAAA", rawId: "AAAA" })],
    ["was made on another site", "Unexpected authentication response origin", (credential) => credential],
    ["has no answer", "The answer cannot be read.", () => ({})],
    [
      "has an answer of another kind",
      "Unexpected credential type",
      (credential) => ({ ...credential, type: "password" }),
    ],
  ])("a refused passkey has one line in the log, with its reason: one that %s", async (what, reason, change) => {
    const logged = vi.fn();
    const passkey = new Passkey(what === "was made on another site" ? "https://evil.example" : LOCAL_ORIGIN);
    const owner = await app.signedIn();
    const good = new Passkey(LOCAL_ORIGIN, { existing: EXISTING });
    await answerWith(owner, "register", good.register(await optionsFor(owner, "register")));
    const visitor = app.visitor({ logger: { error: logged, warn() {}, debug() {} } });
    const options = await optionsFor(visitor, "authenticate");
    const credential = { ...passkey.authenticate(options), id: good.id, rawId: good.id };
    expect(errorOf(await answerWith(visitor, "authenticate", change(credential) as object))).toBe(
      "WebAuthnVerificationError",
    );
    expect(logged.mock.calls.map(([error]) => visitorErrorOf(error))).toMatchObject([
      { text: expect.stringContaining(`: ${reason}`), level: "info" },
    ]);
  });
});

describe("Connect", () => {
  const begin = (visitor: Visitor) => visitor.post("/signin/github", { connect: "true" });

  it("needs a fresh sign-in when it ends, not only when it begins", async () => {
    const visitor = await app.signedIn();
    vi.setSystemTime(Date.now() + 14 * MINUTE_MS);
    const { location } = await begin(visitor);
    vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
    const answer = await visitor.get(await gitHub.decide(location));
    expect(errorOf(answer)).toBe("FreshSignInRequired");
    expect(await app.prisma.account.count()).toBe(0);
  });

  it("connects one account: a copy of its cookie connects no second", async () => {
    const visitor = await app.signedIn();
    const { location } = await begin(visitor);
    const begun = [...visitor.cookies].filter(([name]) => /link-intent|state|pkce/.test(name));
    expect(begun).toHaveLength(3);
    expect(errorOf(await visitor.get(await gitHub.decide(location)))).toBeNull();
    // The provider's page, opened once more, gives another code for the same sign-in.
    for (const [name, value] of begun) visitor.cookies.set(name, value);
    const second = await visitor.get(await gitHub.decide(location, GRACE));
    expect(errorOf(second)).toBe("InvalidCheck");
    expect(await app.prisma.account.count()).toBe(1);
  });
});
