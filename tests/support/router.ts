// Replaces `@solidjs/router`, whose components need a bundler for the server: its functions for data.

export { action } from "../../node_modules/@solidjs/router/dist/data/action.js";
export { query } from "../../node_modules/@solidjs/router/dist/data/query.js";
export { json, redirect } from "../../node_modules/@solidjs/router/dist/data/response.js";
