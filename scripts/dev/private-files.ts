// What the development server must not serve (`server.fs.deny` in vite.config.ts).

/**
 * Vite would serve every file of the project. The first lines are its defaults, the others are the databases and the
 * local mailbox.
 */
export const PRIVATE_FILES = [
  ...[".env", ".env.*", ".npmrc", ".yarnrc.yml", "**/.git/**"],
  "*.{crt,pem,key,p12,pfx,cer,der}",
  ...["*.{db,sqlite,sqlite3}", "*.{db,sqlite,sqlite3}-{wal,shm,journal}"],
  ...["mailbox.json", "mailbox.json.new"],
];
