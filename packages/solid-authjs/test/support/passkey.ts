// An authenticator in software: one ES256 passkey without attestation, synced, so that its counter stays at zero.
// The formats are those of WebAuthn Level 2, 6.1 (authenticator data) and 6.5.4 (attestation object).

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const CREDENTIAL_INCLUDED = 0x40;
const NO_MODEL = Buffer.alloc(16);
const FLAGS = USER_PRESENT | USER_VERIFIED | BACKUP_ELIGIBLE | BACKED_UP;

/** COSE_Key (RFC 9053) of ES256: kty EC2, alg, crv, and x follows; then y follows. */
const [HEAD, BETWEEN] = [Buffer.from("a5010203262001215820", "hex"), Buffer.from("225820", "hex")];

/** The properties of a passkey. */
interface Peculiarity {
  /** A COSE key instead of the passkey's own. */
  publicKey?: Buffer;
  idBytes?: number;
  crossOrigin?: boolean;
  topOrigin?: string;
}

export class Passkey {
  /** The id in base64url, as in a browser's response. */
  readonly id: string;
  counter = 0;
  /** The user handle of the registration options. */
  userHandle: string | undefined;
  /** The embedding page, if it is on another site. */
  frame: Pick<Peculiarity, "crossOrigin" | "topOrigin">;
  /** Of the page that asks for the passkey. */
  origin: string;
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;

  constructor(origin: string, { idBytes = 32, publicKey, ...frame }: Peculiarity = {}) {
    this.id = randomBytes(idBytes).toString("base64url");
    this.frame = frame;
    this.#key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    const { x = "", y = "" } = this.#key.export({ format: "jwk" });
    this.#publicKey =
      publicKey ?? Buffer.concat([HEAD, Buffer.from(x, "base64url"), BETWEEN, Buffer.from(y, "base64url")]);
    this.origin = origin;
  }

  /** What `navigator.credentials.create()` resolves to, as JSON. */
  register({ challenge, rp, user }: { challenge: string; rp: { id: string }; user?: { id: string } }) {
    this.userHandle = user?.id;
    const id = Buffer.from(this.id, "base64url");
    const credential = [NO_MODEL, Buffer.from([id.length >> 8, id.length & 0xff]), id, this.#publicKey];
    const data = Buffer.concat([this.#authenticatorData(rp.id, FLAGS | CREDENTIAL_INCLUDED), ...credential]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      cborText("fmt"),
      cborText("none"),
      cborText("attStmt"),
      Buffer.from([0xa0]),
      cborText("authData"),
      Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
      data,
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData("webauthn.create", challenge).toString("base64url"),
      attestationObject: attestationObject.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      transports: ["internal", "hybrid"],
    });
  }

  /** What `navigator.credentials.get()` resolves to, as JSON. */
  authenticate({ challenge, rpId }: { challenge: string; rpId: string }) {
    const authenticatorData = this.#authenticatorData(rpId, FLAGS);
    const clientData = this.#clientData("webauthn.get", challenge);
    const signed = Buffer.concat([authenticatorData, createHash("sha256").update(clientData).digest()]);
    return this.#credential({
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: authenticatorData.toString("base64url"),
      signature: sign("sha256", signed, this.#key).toString("base64url"),
      userHandle: this.userHandle,
    });
  }

  #credential<T>(response: T) {
    return { id: this.id, rawId: this.id, type: "public-key", response, clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false, ...this.frame }));
  }

  #authenticatorData(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), counter]);
  }
}

/** A text of less than 24 bytes in CBOR. */
function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}
