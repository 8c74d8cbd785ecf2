// Claims work that one of several instances does once for all, by a row of the table `RateLimit`.

/** A generated client, or its transaction. */
interface Client {
  $executeRaw: (sql: TemplateStringsArray, ...values: unknown[]) => PromiseLike<number>;
}

/**
 * Use it for work that has to be done once per period, by one instance for all. One statement decides, so only one call
 * wins. In a transaction, the claim lasts only if the transaction commits: a rollback undoes both, and a second claim
 * waits until the first one ends.
 *
 * @param key names the work: the key of a row of RateLimit
 * @param everyMs how long the claim lasts, in milliseconds
 * @param now the time, in milliseconds since 1970
 * @returns whether the work is due, and this call has to do it
 */
export async function claim(prisma: Client, key: string, everyMs: number, now = Date.now()): Promise<boolean> {
  const [begin, expire] = [new Date(now), new Date(now + everyMs)];
  const written = await prisma.$executeRaw`
    INSERT INTO "RateLimit" AS c ("key", "points", "expire") VALUES (${key}, 0, ${expire})
    ON CONFLICT ("key") DO UPDATE SET "expire" = excluded."expire" WHERE c."expire" <= ${begin}`;
  return written > 0;
}
