// A connection that asks for the formats and the zone that the code reads. Poolers pass these on, which pass on nothing
// else: drivers of other languages ask for them too.

import pg from "pg";

declare module "pg" {
  interface ClientBase {
    /** What a connection begins with. It is no part of pg's documentation: test/postgresql-settings.test.ts sees it. */
    getStartupConf(): Record<string, string>;
  }
}

export const FORMATS = { DateStyle: "ISO", TimeZone: "UTC" };

export class Client extends pg.Client {
  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), ...FORMATS };
  }
}
