// The server's part of the doctor, which examines a deployment from the owner's machine (cli.ts).

export { type Report, received } from "./report.ts";
export { SIGNATURE_HEADER, seal, signerOf } from "./signature.ts";
