// What a URL of PostgreSQL says in its options.

/** The most connections of a process, by default. */
const MAX_CONNECTIONS = 10;

export interface Options {
  /** The URL for pg. It asks the server for the schema of the URL. */
  connectionString: string;
  /** With `?schema=`: where the tables are. Without it, they are in the first schema of the role's `search_path`. */
  schema: string | undefined;
  /**
   * With `?pgbouncer=true`: a pooler refuses connections that ask for a setting, and may move them between statements.
   */
  isPooled: boolean;
  /** The most connections, with `?connection_limit=`. */
  limit: number;
}

export function readUrl(url: string): Options {
  const { searchParams } = new URL(url);
  const schema = searchParams.get("schema") || undefined;
  const isPooled = searchParams.get("pgbouncer") === "true";
  return {
    connectionString: schema && !isPooled ? withSearchPath(url, schema) : url,
    schema,
    isPooled,
    limit: Number(searchParams.get("connection_limit")) || MAX_CONNECTIONS,
  };
}

export const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

function withSearchPath(url: string, schema: string): string {
  const place = new URL(url);
  // The server splits its options at spaces without a backslash.
  const setting = `-c search_path=${identifier(schema).replace(/[\\\s]/g, "\\$&")}`;
  const before = place.searchParams.get("options");
  place.searchParams.set("options", before ? `${before} ${setting}` : setting);
  return place.href;
}
