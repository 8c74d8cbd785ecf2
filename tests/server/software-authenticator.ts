// A passkey in software, for tests without a browser: real keys and real signatures.

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** CBOR (RFC 8949), as much as an attestation needs: integers, strings, bytes and maps below 64 KB. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flat().map((item) => cbor(item as number))]);
}

function head(major: number, size: number): Buffer {
  const type = major << 5;
  if (size < 24) return Buffer.from([type | size]);
  return size < 256 ? Buffer.from([type | 24, size]) : Buffer.from([type | 25, size >> 8, size & 255]);
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const PRESENT_VERIFIED_SYNCED = 0x01 | 0x04 | 0x08 | 0x10;
const WITH_CREDENTIAL = 0x40;

/** Whether one of the two 32-byte numbers in a DER signature is really shorter. */
function hasLeadingZeros(signature: Buffer): boolean {
  const endOfR = 4 + signature.readUInt8(3);
  const numbers = [signature.subarray(4, endOfR), signature.subarray(endOfR + 2)];
  return numbers.some((number) => number.length < 32 || (number.length === 32 && number[0] === 0));
}

/** A synced passkey: its counter stays at zero, as Apple's and Google's do. */
export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #id = randomBytes(16);
  readonly #keys: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync("ec", { namedCurve: "P-256" });

  /** @param origin of the page that asks, as the browser would tell */
  constructor(origin: string) {
    this.#origin = origin;
  }

  /** @returns the answer to registration options, as the browser would post it */
  register(challenge: string): string {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
    ]);
    key.set(-2, Buffer.from(x, "base64url")).set(-3, Buffer.from(y, "base64url"));
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.#id.length]), this.#id, cbor(key)]);
    const authData = Buffer.concat([this.#authenticatorData(WITH_CREDENTIAL), credential]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    const clientDataJSON = this.#clientData("webauthn.create", challenge).toString("base64url");
    const attestationObject = cbor(attestation).toString("base64url");
    return this.#answer({ clientDataJSON, attestationObject, transports: ["internal"] });
  }

  /**
   * @param isShort sign until one of the signature's two numbers begins with a zero byte, which DER leaves out
   * @returns the answer to sign-in options, as the browser would post it
   */
  authenticate(challenge: string, isShort = false): string {
    const authData = this.#authenticatorData();
    const clientData = this.#clientData("webauthn.get", challenge);
    const signature = this.#sign(Buffer.concat([authData, sha256(clientData)]), isShort);
    return this.#answer({
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: authData.toString("base64url"),
      signature: signature.toString("base64url"),
    });
  }

  #sign(data: Buffer, isShort: boolean): Buffer {
    let signature: Buffer;
    // Signatures are random: one in 128 is short.
    do signature = sign("sha256", data, this.#keys.privateKey);
    while (hasLeadingZeros(signature) !== isShort);
    return signature;
  }

  #authenticatorData(flags = 0): Buffer {
    return Buffer.concat([
      sha256(new URL(this.#origin).hostname),
      Buffer.from([flags | PRESENT_VERIFIED_SYNCED]),
      Buffer.alloc(4),
    ]);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #answer(response: object): string {
    const id = this.#id.toString("base64url");
    return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
  }
}
