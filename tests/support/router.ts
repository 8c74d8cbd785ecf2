// Replaces `@solidjs/router`, whose components need a bundler for the server: its functions for data.

/** The function itself, as the server calls it. The router's action belongs to a page. */
export const action = <Action>(run: Action) => run;
export { query } from "../../node_modules/@solidjs/router/dist/data/query.js";
export { json, redirect } from "../../node_modules/@solidjs/router/dist/data/response.js";
