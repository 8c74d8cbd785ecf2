// What the development server must not serve (`server.fs.deny` in vite.config.ts).

import { resolve } from "node:path";

/** This folder, as a pattern in which its own characters have no meaning. */
const root = resolve()
  .replaceAll("\\", "/")
  .replace(/[^\w/.-]/g, "?");

/** The database and the mailbox of `npm run dev`. A folder of this name elsewhere is the owner's, with source. */
export const DATA_FILES = `${root}/data/**`;

/**
 * Vite would serve every file of the project. Owners keep copies of their data, dumps and keys beside it, so these are
 * denied by what they are, not by the name of one: the whole data folder, all that is hidden, databases with anything
 * after the name, dumps and archives, keys and certificates.
 */
export const PRIVATE_FILES = [
  DATA_FILES,
  ...[`${root}/.*/**`, "**/.git/**", ".*"],
  ...[
    "*.{db,*lite,*lite3}",
    "*.{db,*lite,*lite3}{-,.}*",
    "!(migration).sql",
    "*.{dump,bak,backup,old,tar,tgz,gz,zip,7z}",
  ],
  ...["*.{crt,pem,key,p12,pfx,cer,der,jks,kdbx,asc,gpg}", "id_{rsa,dsa,ecdsa,ed25519}*"],
];
