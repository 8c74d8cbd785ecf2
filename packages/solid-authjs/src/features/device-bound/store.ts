// The keys of device-bound sessions, in the column `deviceKey` of a session's row.

import { type Client, given } from "../../prisma/client.ts";
import type { SolidAuthAdapter } from "../../types.ts";

/** The adapter's methods for device-bound sessions. */
export function deviceBoundMethods({ session }: Client): Pick<SolidAuthAdapter, "bindSession" | "sessionKey"> {
  return {
    async bindSession(id, key) {
      const { count } = await session.updateMany({ where: given({ id, deviceKey: null }), data: { deviceKey: key } });
      return count > 0;
    },

    async sessionKey(id) {
      return (await session.findUnique({ where: { id } }))?.deviceKey;
    },
  };
}
