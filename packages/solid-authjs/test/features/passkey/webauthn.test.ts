// Responses of passkeys that are refused although their signature is valid, and hints that refuse none.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Passkey as PasskeyProvider, relatedOriginProblems } from "../../../src";
import { visitorErrorOf } from "../../../src/visitor-errors";
import { emailProvider, QUIET, SECRET, useApplication } from "../../support/application";
import { Passkey } from "../../support/passkey";
import { answerWith, authenticate, optionsFor, register } from "../../support/passkeys";
import { errorOf, ORIGIN, outcome, type Visitor } from "../../support/visitor";

const REFUSED = "WebAuthnVerificationError";
const DONE = ["/", null, null];
const OTHER_SECRET = "Zq3nXw8vBt6yLp1mKc5sHd9gJf2rVa7e";
const MINUTE_MS = 60 * 1000;

const app = useApplication(() => ({ providers: [PasskeyProvider()], session: { freshAge: 15 * 60 } }));
const error = vi.fn();
let visitor: Visitor;

beforeEach(async () => {
  error.mockClear();
  vi.useFakeTimers({ toFake: ["Date"] });
  visitor = await app.signedIn(undefined, { logger: { ...QUIET, error } });
});
afterEach(() => void vi.useRealTimers());

const added = () => app.prisma.authenticator.count();

/** The attestation object of a passkey without attestation, with a format and a statement, which is CBOR in hex. */
function attested(response: { attestationObject: string }, format: string, statement = "a0"): string {
  const none = Buffer.from(response.attestationObject, "base64url").toString("hex");
  const named = none.replace("646e6f6e65", `6${format.length}${Buffer.from(format).toString("hex")}`);
  return Buffer.from(named.replace("53746d74a0", `53746d74${statement}`), "hex").toString("base64url");
}

describe("adding a passkey", () => {
  it("needs a fresh sign-in when it ends, not only when it begins", async () => {
    vi.setSystemTime(Date.now() + 14 * MINUTE_MS);
    const options = await optionsFor(visitor, "register");
    vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
    const answer = await answerWith(visitor, "register", new Passkey(ORIGIN).register(options));
    expect(errorOf(answer)).toBe("FreshSignInRequired");
    expect(await added()).toBe(0);
  });

  // An answer of another algorithm than those that were offered would be stored, and later ones would fail.
  it.each<[string, ConstructorParameters<typeof Passkey>[1], object?]>([
    ["made in another site's frame", { crossOrigin: true }],
    ["made below another site's page", { topOrigin: "https://evil.example" }],
    ["with an id of 1,024 bytes in the authenticator's data", { idBytes: 1024 }, { id: "c2hvcnQ", rawId: "c2hvcnQ" }],
    [
      "of the algorithm ML-DSA-44, which the library offers by itself where Node knows it",
      { publicKey: Buffer.concat([Buffer.from("a3010703382f20590520", "hex"), Buffer.alloc(1312, 1)]) },
    ],
  ])("an authenticator's answer that does not fit is refused: one %s", async (_, peculiarity, shown = {}) => {
    const options = await optionsFor(visitor, "register");
    expect(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-8, -7, -257]);
    const credential = new Passkey(ORIGIN, peculiarity).register(options);
    expect(errorOf(await answerWith(visitor, "register", { ...credential, ...shown }))).toBe(REFUSED);
    expect(await added()).toBe(0);
  });

  it("takes any attestation, any counter and what later levels of WebAuthn add, and leaves out transports that do not fit", async () => {
    const passkey = new Passkey(ORIGIN);
    passkey.counter = 2 ** 32 - 1;
    const made = passkey.register(await optionsFor(visitor, "register"));
    const many = Array.from({ length: 16 }, () => "usb");
    const response = {
      ...made.response,
      attestationObject: attested(made.response, "compound"),
      transports: ["", "two words", "usb,internal", ["usb"], 7, "smell-o-vision", ...many],
      future: {},
    };
    expect(errorOf(await answerWith(visitor, "register", { ...made, response, future: [1] }))).toBeNull();
    const stored = { transports: ["smell-o-vision", ...many.slice(1)].join(","), counter: 2 ** 31 - 1 };
    expect(await app.prisma.authenticator.findMany()).toMatchObject([stored]);
  });

  it("takes no forged attestation where the application asks for one, and logs it as a visitor's mistake", async () => {
    const providers = [PasskeyProvider({ registrationOptions: { attestationType: "direct" } })];
    const own = visitor.copy({ ...visitor.config, providers });
    const made = new Passkey(ORIGIN).register(await optionsFor(own, "register"));
    // The algorithm ES256, and a signature that no key makes.
    const attestationObject = attested(made.response, "packed", "a263616c67266373696748" + "3006020101020101");
    const response = { ...made.response, attestationObject };
    expect(errorOf(await answerWith(own, "register", { ...made, response }))).toBe(REFUSED);
    expect(error.mock.calls.map(([each]) => visitorErrorOf(each)?.level)).toEqual(["info"]);
    expect(await added()).toBe(0);
  });

  it("tells a user in words that the passkey is on the account already", async () => {
    const passkey = new Passkey(ORIGIN);
    // The layer's checks count, whatever functions the provider brings.
    const providers = [{ ...PasskeyProvider(), simpleWebAuthn: {} as never }];
    const own = visitor.copy({ ...visitor.config, providers });
    expect(errorOf(await register(own, passkey))).toBeNull();
    expect(errorOf(await register(own, passkey))).toBe("AlreadyRegistered");
    expect(error.mock.calls.map(([each]) => visitorErrorOf(each))).toMatchObject([
      { text: "WebAuthnVerificationError: The user has this passkey already.", level: "info" },
    ]);
    expect([await added(), await app.prisma.account.count()]).toEqual([1, 1]);
  });
});

describe("the user handle of passkeys", () => {
  /** A user handle, as in a browser's response. */
  const toBase64Url = (handle: string) => Buffer.from(handle).toString("base64url");
  const handleOf = async (who: Visitor): Promise<string> => (await optionsFor(who, "register")).user.id;
  const signsIn = async (passkey: Passkey) => errorOf(await authenticate(app.visitor(), passkey)) ?? "signs in";

  it("all passkeys of a user have the same handle, even after the secret has changed; it differs between users and does not contain the user's id", async () => {
    const handle = await handleOf(visitor);
    await register(visitor, new Passkey(ORIGIN));
    expect(await handleOf(visitor)).toBe(handle);
    app.config = { ...app.config, secret: [OTHER_SECRET, SECRET] };
    expect(await handleOf(await app.signedIn())).toBe(handle);
    expect(await handleOf(await app.signedIn("other@example.com"))).not.toBe(handle);
    const { id, email } = await app.prisma.user.findFirstOrThrow({ where: { email: "user@example.com" } });
    const bytes = Buffer.from(handle, "base64url");
    for (const personal of [id, email, toBase64Url(id)]) expect(bytes.toString()).not.toContain(personal);
    expect(bytes.length).toBeLessThanOrEqual(64);
  });

  it("a passkey signs in only with the handle of its own user, or with one from before each user had one", async () => {
    const passkey = new Passkey(ORIGIN);
    await register(visitor, passkey);
    const own = passkey.userHandle ?? "";
    for (const before of [own, undefined, toBase64Url("a".repeat(64)), toBase64Url("f1d2".repeat(16))]) {
      passkey.userHandle = before;
      expect(await signsIn(passkey), before).toBe("signs in");
    }
    const longer = toBase64Url(`${Buffer.from(own, "base64url")}0`);
    for (const other of [await handleOf(await app.signedIn("other@example.com")), longer]) {
      passkey.userHandle = other;
      expect(await signsIn(passkey), other).toBe(REFUSED);
    }
  });
});

it.each<[string, string, (credential: ReturnType<Passkey["authenticate"]>) => object]>([
  ["was removed", "WebAuthn authenticator not found", (credential) => ({ ...credential, id: "AAAA", rawId: "AAAA" })],
  ["has no answer", "The answer cannot be read.", () => ({})],
])("a refused passkey has one line in the log, with its reason: one that %s", async (_, reason, change) => {
  const passkey = new Passkey(ORIGIN);
  await register(visitor, passkey);
  const data = change(passkey.authenticate(await optionsFor(visitor, "authenticate")));
  expect(errorOf(await answerWith(visitor, "authenticate", data))).toBe(REFUSED);
  expect(error.mock.calls.map(([each]) => visitorErrorOf(each))).toMatchObject([
    { text: expect.stringContaining(`: ${reason}`), level: "info" },
  ]);
});

it("a passkey that was added on one of two related domains signs in on both, and belongs to the host of the first", async () => {
  const [other, unlisted, host] = ["https://app.example.de", "https://app.example.org", new URL(ORIGIN).hostname];
  const providers = [emailProvider(app.sent), PasskeyProvider({ relatedOrigins: [ORIGIN, other] })];
  const visitorAt = (origin: string) => app.visitor({ providers }, { origin });
  const passkey = new Passkey(other);
  const owner = visitorAt(other);
  await app.signIn(owner);
  expect((await optionsFor(owner, "register")).rp.id).toBe(host);
  expect(outcome(await register(owner, passkey))).toEqual(DONE);
  for (const origin of [ORIGIN, other]) {
    passkey.origin = origin;
    const visitor = visitorAt(origin);
    expect((await optionsFor(visitor, "authenticate")).rpId).toBe(host);
    expect(outcome(await authenticate(visitor, passkey))).toEqual(DONE);
  }
  // A domain that is not listed, such as a developer's, has passkeys of its own.
  expect((await optionsFor(visitorAt(unlisted), "authenticate")).rpId).toBe(new URL(unlisted).hostname);
});

it.each(["http://example.com", "https://example.com/", "https://Example.com", "example.com"])(
  "the check at startup refuses what is no https origin: %s",
  (origin) => {
    const problem = `relatedOrigins: "${origin}" is not an https origin, like https://example.com.`;
    expect(relatedOriginProblems(["https://example.de:8443", origin])).toEqual([problem]);
  },
);
