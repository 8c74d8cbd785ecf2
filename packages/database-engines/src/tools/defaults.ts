// Defaults that Prisma writes to the SQL as another value than its client reads, or does not write at all. A migration
// writes them as the client stores them, so that existing rows have the same values as new ones.

const FIELD = /^ *\w+ +(DateTime|Json)\b.*@default\(.*$/gm;
const TEXT = /(?<=@default\()"(?:[^"\\]|\\.)*"(?=\))/;
const TIME = /"\d[^"\\]*"/g;

/**
 * On SQLite, Prisma's times read as Invalid Date, and its JSON has no quotation marks. On PostgreSQL, its times lose
 * their zone.
 */
export function withStoredDefaults(schema: string): string {
  return schema.replace(FIELD, (field, type: string) => {
    const one = field.replace(TEXT, (text) => `dbgenerated(${JSON.stringify(literalOf(type, JSON.parse(text)))})`);
    return type === "DateTime" ? one.replace(TIME, (text) => JSON.stringify(timeOf(JSON.parse(text)))) : one;
  });
}

function literalOf(type: string, value: string): string {
  return `'${type === "DateTime" ? timeOf(value) : value.replaceAll("'", "''")}'`;
}

const timeOf = (text: string) => new Date(text).toISOString().replace("Z", "+00:00");
