// Tables in memory, with the part of Prisma's interface that the tests use. Each step is synchronous, so that nothing
// comes between a check and its write.

type Values<R> = { [Name in keyof R]?: R[Name] };

interface Query<R, Related, Included extends keyof Related = never> {
  where?: Values<R>;
  include?: Record<Included, true>;
}

/** @typeParam Related the rows of other tables that `include` adds */
export interface Table<R, Related = object> {
  count(query?: Query<R, Related>): Promise<number>;
  findMany<I extends keyof Related = never>(query?: Query<R, Related, I>): Promise<(R & Pick<Related, I>)[]>;
  findFirst<I extends keyof Related = never>(query?: Query<R, Related, I>): Promise<(R & Pick<Related, I>) | null>;
  findFirstOrThrow<I extends keyof Related = never>(query?: Query<R, Related, I>): Promise<R & Pick<Related, I>>;
  create(query: { data: Values<R> }): Promise<R>;
  updateMany(query: { where?: Values<R>; data: Values<R> }): Promise<{ count: number }>;
  deleteMany(query?: { where?: Values<R> }): Promise<{ count: number }>;
}

interface Options<R, Related> {
  /** The columns that identify a row. */
  key: (keyof R)[];
  /** The values of a new row's other columns. */
  defaults?: () => Values<R>;
  related?: { [Name in keyof Related]: (row: R) => Related[Name] };
  /** Refuses a row by throwing. */
  check?: (row: R) => void;
  onDelete?: (row: R) => void;
}

/** Rows go in and come out as copies. */
export class MemoryTable<R extends object, Related = object> implements Table<R, Related> {
  #rows: R[] = [];
  readonly #options: Options<R, Related>;

  constructor(options: Options<R, Related>) {
    this.#options = options;
  }

  all(where: Values<R> = {}): R[] {
    return this.#matching(where).map((row) => ({ ...row }));
  }

  one(where: Values<R>): R | null {
    return this.all(where)[0] ?? null;
  }

  /** @throws {Error} if there is a row with that key */
  add(values: Values<R>): R {
    const row = { ...this.#options.defaults?.(), ...values } as R;
    const { key, check } = this.#options;
    if (this.#rows.some((other) => key.every((name) => other[name] === row[name])))
      throw new Error("There is a row with that key.");
    check?.(row);
    this.#rows.push(row);
    return { ...row };
  }

  /** Undefined values change nothing. @returns the rows as they are then */
  change(where: Values<R>, values: Values<R>): R[] {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    return this.#matching(where).map((row) => ({ ...Object.assign(row, given) }));
  }

  /** @returns the rows that were there */
  remove(where: Values<R> = {}): R[] {
    const removed = this.#matching(where);
    this.#rows = this.#rows.filter((row) => !removed.includes(row));
    for (const row of removed) this.#options.onDelete?.(row);
    return removed;
  }

  async count({ where }: Query<R, Related> = {}) {
    return this.all(where).length;
  }

  async findMany<I extends keyof Related = never>({ where, include }: Query<R, Related, I> = {}) {
    const { related = {} } = this.#options as { related?: Record<string, (row: R) => unknown> };
    const names = Object.keys(include ?? {});
    return this.all(where).map(
      (row) =>
        Object.assign(row, Object.fromEntries(names.map((name) => [name, related[name]?.(row)]))) as R &
          Pick<Related, I>,
    );
  }

  async findFirst<I extends keyof Related = never>(query?: Query<R, Related, I>) {
    return (await this.findMany(query))[0] ?? null;
  }

  async findFirstOrThrow<I extends keyof Related = never>(query?: Query<R, Related, I>) {
    const row = await this.findFirst(query);
    if (!row) throw new Error("There is no such row.");
    return row;
  }

  async create({ data }: { data: Values<R> }) {
    return this.add(data);
  }

  async updateMany({ where = {}, data }: { where?: Values<R>; data: Values<R> }) {
    return { count: this.change(where, data).length };
  }

  async deleteMany({ where }: { where?: Values<R> } = {}) {
    return { count: this.remove(where).length };
  }

  #matching(where: Values<R>): R[] {
    const wanted = Object.entries(where).filter(([, value]) => value !== undefined);
    return this.#rows.filter((row) => wanted.every(([name, value]) => row[name as keyof R] === value));
  }
}
