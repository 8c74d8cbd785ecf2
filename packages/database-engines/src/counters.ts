// Counters that expire, in a table `RateLimit` with the columns `key`, `points` and `expire`.

/** A generated client. */
interface Client {
  $queryRaw: <Rows>(sql: TemplateStringsArray, ...values: unknown[]) => Promise<Rows>;
}

export interface Counter {
  points: number;
  expire: Date;
}

/**
 * Adds to a counter in one statement, so concurrent calls are all counted. An expired counter begins anew.
 *
 * @param points less than 0 to take back
 * @param durationMs from the first addition on
 */
export async function addTo(prisma: Client, key: string, points: number, durationMs: number): Promise<Counter> {
  const now = new Date();
  const end = new Date(now.valueOf() + durationMs);
  const [counter] = await prisma.$queryRaw<[Counter]>`
    INSERT INTO "RateLimit" AS c ("key", "points", "expire") VALUES (${key}, ${points}, ${end})
    ON CONFLICT ("key") DO UPDATE SET
      "points" = excluded."points" + CASE WHEN c."expire" > ${now} THEN c."points" ELSE 0 END,
      "expire" = CASE WHEN c."expire" > ${now} THEN c."expire" ELSE excluded."expire" END
    RETURNING "points", "expire"`;
  return { points: Number(counter.points), expire: new Date(counter.expire) };
}
