// Tables in memory, with the part of Prisma's interface that the tests use. Each step is synchronous, so that nothing
// comes between a check and its write. Rows go in and come out as copies.

import { randomUUID } from "node:crypto";
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "@auth/core/adapters";

interface Query<R> {
  where?: Partial<R>;
}

interface Options<R> {
  /** The columns that identify a row. */
  key: (keyof R)[];
  /** The values of a new row's other columns. */
  defaults?: () => Partial<R>;
  /** Throws if a row lacks its user. */
  check?: (row: R) => void;
  onDelete?: (row: R) => void;
}

class Table<R extends object> {
  #rows: R[] = [];
  readonly #options: Options<R>;

  constructor(options: Options<R>) {
    this.#options = options;
  }

  all(where: Partial<R> = {}): R[] {
    return this.#matching(where).map((row) => ({ ...row }));
  }

  one(where: Partial<R>): R | null {
    return this.all(where)[0] ?? null;
  }

  add(values: Partial<R>): R {
    const { key, defaults, check } = this.#options;
    const row = { ...defaults?.(), ...values } as R;
    if (this.#rows.some((other) => key.every((name) => other[name] === row[name])))
      throw new Error("There is a row with that key.");
    check?.(row);
    this.#rows.push(row);
    return { ...row };
  }

  /** Undefined values change nothing. @returns the rows as they are then */
  change(where: Partial<R>, values: Partial<R>): R[] {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    return this.#matching(where).map((row) => ({ ...Object.assign(row, given) }));
  }

  /** @returns the rows that were there */
  remove(where: Partial<R> = {}): R[] {
    const removed = this.#matching(where);
    this.#rows = this.#rows.filter((row) => !removed.includes(row));
    for (const row of removed) this.#options.onDelete?.(row);
    return removed;
  }

  count = async ({ where }: Query<R> = {}) => this.all(where).length;
  create = async ({ data }: { data: Partial<R> }) => this.add(data);
  updateMany = async ({ where = {}, data }: Query<R> & { data: Partial<R> }) => this.change(where, data);
  deleteMany = async ({ where }: Query<R> = {}) => this.remove(where);

  findMany = async ({ where }: Query<R> = {}) => this.all(where);
  findFirst = async ({ where = {} }: Query<R> = {}) => this.one(where);

  async findFirstOrThrow({ where = {} }: Query<R> = {}) {
    const row = this.one(where);
    if (!row) throw new Error("There is no such row.");
    return row;
  }

  #matching(where: Partial<R>): R[] {
    const names = (Object.keys(where) as (keyof R)[]).filter((name) => where[name] !== undefined);
    return this.#rows.filter((row) => names.every((name) => row[name] === where[name]));
  }
}

interface SessionRow extends AdapterSession {
  id: string;
  authenticatedAt: Date;
  inPerson: boolean;
  deviceKey: string | null;
}

export function createTables() {
  const check = ({ userId }: { userId: string }) => {
    if (!user.one({ id: userId })) throw new Error("There is no such user.");
  };
  const account = new Table<AdapterAccount>({ key: ["provider", "providerAccountId"], check });
  const authenticator = new Table<AdapterAuthenticator>({ key: ["credentialID"], check });
  const defaults = () => ({ id: randomUUID(), authenticatedAt: new Date(), inPerson: true, deviceKey: null });
  const session = new Table<SessionRow>({ key: ["sessionToken"], check, defaults });
  const user = new Table<AdapterUser>({
    key: ["email"],
    defaults: () => ({ id: randomUUID(), emailVerified: null, name: null, image: null }),
    onDelete({ id: userId }) {
      for (const table of [account, authenticator, session]) table.remove({ userId });
    },
  });
  const verificationToken = new Table<VerificationToken>({ key: ["identifier", "token"] });
  const usedChallenge = new Table<{ id: string; expires: Date }>({ key: ["id"] });
  return { user, account, authenticator, session, verificationToken, usedChallenge };
}
