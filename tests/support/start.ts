// Replaces `@solidjs/start`, whose components need a bundler for the server: without its compiler a server function is
// a plain function, which has no call by GET.

export const GET = <Call>(call: Call) => call;
