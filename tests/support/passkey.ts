// A passkey that neither a page nor an authenticator has made, for tests of what follows.

import { generateKeyPairSync, randomBytes } from "node:crypto";

export interface Passkey {
  /** In Base64, as the database and the authenticator have it. */
  id: string;
  /** A COSE key in Base64, as the database has it. */
  publicKey: string;
  /** PKCS #8 in Base64, as Chromium's virtual authenticator takes it. */
  privateKey: string;
}

/** What CBOR writes before the coordinates of a public key on P-256 for ES256 (RFC 9052 and 9053). */
const COSE_HEADER = Buffer.from("a501020326200121", "hex");
const [COSE_X, COSE_Y] = [Buffer.from("5820", "hex"), Buffer.from("225820", "hex")];

export function newPasskey(): Passkey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const [pointX, pointY] = [Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
  return {
    id: randomBytes(16).toString("base64"),
    publicKey: Buffer.concat([COSE_HEADER, COSE_X, pointX, COSE_Y, pointY]).toString("base64"),
    privateKey: privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"),
  };
}
