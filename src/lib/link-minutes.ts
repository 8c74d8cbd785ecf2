/**
 * The lifetime of a link in a mail, and of the code beside it. Anyone who finds the link in the inbox could use it, so
 * it expires soon. The texts that name it, and the window of the rate limits (src/server/http/rate-limit.ts), follow
 * it.
 */
export const LINK_MINUTES = 10;
