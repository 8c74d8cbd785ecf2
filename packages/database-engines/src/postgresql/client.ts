// A connection that requests the formats and the zone that the code reads. Poolers pass on only these settings, because
// drivers of other languages request them too.

import pg from "pg";

declare module "pg" {
  interface ClientBase {
    /**
     * The first message of a connection. pg's documentation does not mention this method: test/postgresql.test.ts
     * checks it.
     */
    getStartupConf(): Record<string, string>;
  }
}

export const FORMATS = { DateStyle: "ISO", TimeZone: "UTC" };

export class Client extends pg.Client {
  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), ...FORMATS };
  }
}
