/// <reference types="@solidjs/start/env" />

declare namespace App {
  /** What src/middleware.ts knows of each request. */
  interface RequestEventLocals {
    /** Marks this answer's own scripts. */
    nonce?: string;
    /** The origin that the application answers under. */
    origin?: string;
    isHttps?: boolean;
    /** See src/server/log.ts. */
    loggedErrors?: WeakSet<Error>;
    /** Logs what has gone wrong while rendering, under the request's name. */
    logError?: (error: unknown) => void;
    /** An account or a passkey was added to a user. */
    isAccountAdded?: boolean;
    theme?: import("./theme").Theme;
  }
}

/** The files in src/routes, as SolidStart's build lists them. */
declare module "solid-start:routes" {
  const routes: { $component?: { import: () => Promise<{ default: import("solid-js").Component }> } }[];
  export default routes;
}
