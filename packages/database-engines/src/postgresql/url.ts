// The options in a URL of PostgreSQL.

/** How many connections a process opens at most, by default. */
const MAX_CONNECTIONS = 10;

/** The settings that the code relies on. A server, a database or a role can have other defaults. */
export const SETTINGS = { default_transaction_isolation: "read committed", standard_conforming_strings: "on" };

export interface Options {
  /** The URL for pg. The connection requests `SETTINGS` and the URL's schema from the server. */
  connectionString: string;
  /**
   * With `?schema=`: the schema of the tables. Without it, the tables are in the first schema of the role's
   * `search_path`.
   */
  schema: string | undefined;
  /**
   * With `?pgbouncer=true`: a pooler refuses connections that request a setting, and may change the server connection
   * between statements.
   */
  isPooled: boolean;
  /** How many connections a process opens at most, by `?connection_limit=`. */
  limit: number;
}

export function readUrl(url: string): Options {
  const { searchParams } = new URL(url);
  const schema = searchParams.get("schema") || undefined;
  const isPooled = searchParams.get("pgbouncer") === "true";
  return {
    connectionString: isPooled ? url : withSettings(url, schema),
    schema,
    isPooled,
    limit: Number(searchParams.get("connection_limit")) || MAX_CONNECTIONS,
  };
}

export const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

function withSettings(url: string, schema: string | undefined): string {
  const place = new URL(url);
  const settings = schema ? { ...SETTINGS, search_path: identifier(schema) } : SETTINGS;
  // The server splits the options at spaces without a backslash.
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value.replace(/[\\\s]/g, "\\$&")}`);
  const before = place.searchParams.get("options");
  place.searchParams.set("options", [...(before ? [before] : []), ...options].join(" "));
  return place.href;
}
