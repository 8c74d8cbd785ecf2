// Rate limits, counted in a table `RateLimit` with the columns `key`, `points` and `expire`, so that all instances
// share them. While the database fails, each process counts for itself, so flooding stays limited.

/** A generated client. */
interface Client {
  $queryRaw: <Rows>(sql: TemplateStringsArray, ...values: unknown[]) => Promise<Rows>;
}

/** The attempts in a window. The first attempt begins the window. */
interface Counter {
  points: number;
  /** The end of the window, in milliseconds since 1970. */
  expire: number;
}

/** The result of a counted attempt. */
export interface Counted {
  /** The number of this attempt in its window, from 1. */
  attempt: number;
  /** How long the client has to wait, in milliseconds; 0 if the window has had at most `most` attempts. */
  waitMs: number;
}

export interface RateLimits {
  /** Counts an attempt. */
  count: (key: string, most: number, windowMs: number) => Promise<Counted>;
  /** Takes an attempt back. */
  refund: (key: string, windowMs: number) => Promise<void>;
}

export function rateLimits(prisma: Client): RateLimits {
  /**
   * Counters over their limit. Their clients cause no more queries. While the database fails, all counters are here.
   */
  const local = new Map<string, Counter>();

  function keep(key: string, counter: Counter): Counter {
    if (!local.has(key)) setTimeout(() => local.delete(key), counter.expire - Date.now()).unref();
    local.set(key, counter);
    return counter;
  }

  function addLocally(key: string, points: number, windowMs: number): Counter {
    const { points: before, expire } = local.get(key) ?? { points: 0, expire: Date.now() + windowMs };
    return keep(key, { points: before + points, expire });
  }

  return {
    async count(key, most, windowMs) {
      const known = local.get(key);
      const isOver = known && known.points > most && known.expire > Date.now();
      const counter = isOver ? known : await add(prisma, key, 1, windowMs).catch(() => addLocally(key, 1, windowMs));
      const attempt = counter.points;
      if (attempt <= most) return { attempt, waitMs: 0 };
      return { attempt, waitMs: Math.max(1, keep(key, counter).expire - Date.now()) };
    },
    async refund(key, windowMs) {
      await add(prisma, key, -1, windowMs).then(
        // Concurrent attempts may have exceeded the limit.
        () => void local.delete(key),
        () => addLocally(key, -1, windowMs),
      );
    },
  };
}

/** Counts in one statement, so that no concurrent call is missed. After the end of a window, a new one begins. */
async function add(prisma: Client, key: string, points: number, windowMs: number): Promise<Counter> {
  const now = new Date();
  const end = new Date(now.valueOf() + windowMs);
  const [counter] = await prisma.$queryRaw<[{ points: number; expire: Date | string }]>`
    INSERT INTO "RateLimit" AS c ("key", "points", "expire") VALUES (${key}, ${points}, ${end})
    ON CONFLICT ("key") DO UPDATE SET
      "points" = excluded."points" + CASE WHEN c."expire" > ${now} THEN c."points" ELSE 0 END,
      "expire" = CASE WHEN c."expire" > ${now} THEN c."expire" ELSE excluded."expire" END
    RETURNING "points", "expire"`;
  return { points: counter.points, expire: new Date(counter.expire).valueOf() };
}
