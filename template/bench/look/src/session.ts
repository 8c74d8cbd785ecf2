import { type Accessor, createContext, useContext } from "solid-js";
import type { PageSession } from "../../../../src/server/page-session";

export type { User } from "../../../../src/server/functions";

const SIGNED_OUT: PageSession = { user: null, notice: null, returnTo: null, csrfToken: null, hasPasskeys: true };

const SessionContext = createContext<Accessor<PageSession>>(() => SIGNED_OUT);

export const useSession = () => useContext(SessionContext);
