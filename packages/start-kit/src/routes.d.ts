/** The files in src/routes, as SolidStart's build lists them. */
declare module "solid-start:routes" {
  interface Handler {
    import: () => Promise<unknown>;
  }
  const routes: {
    $component?: { import: () => Promise<{ default: import("solid-js").Component }> };
    $GET?: Handler;
    $HEAD?: Handler;
    $POST?: Handler;
    $PUT?: Handler;
    $PATCH?: Handler;
    $DELETE?: Handler;
    $OPTIONS?: Handler;
    /** The path has the router's parameters: `/notes/:id`, `/files/*path`. */
    path: string;
    page?: boolean;
  }[];
  export default routes;
}
