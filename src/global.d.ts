/// <reference types="@solidjs/start/env" />

declare namespace App {
  /** What src/middleware.ts knows of each request. */
  interface RequestEventLocals {
    /** Marks this answer's own scripts. */
    nonce?: string;
    /** The origin that the application answers under. */
    origin?: string;
    isHttps?: boolean;
    /** An account or a passkey was added to a user. */
    isAccountAdded?: boolean;
    theme?: import("./theme").Theme;
  }
}
