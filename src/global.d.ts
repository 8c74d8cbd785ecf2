/// <reference types="@solidjs/start/env" />

declare namespace App {
  interface RequestEventLocals {
    context?: import("./server/http/request-context").RequestContext;
  }
}

/** The files in src/routes, as SolidStart's build lists them. */
declare module "solid-start:routes" {
  const routes: {
    $component?: { import: () => Promise<{ default: import("solid-js").Component }> };
    $GET?: { import: () => Promise<unknown> };
    $POST?: { import: () => Promise<unknown> };
  }[];
  export default routes;
}
