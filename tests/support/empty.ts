// Replaces `server-only`, which only the build resolves.
export {};
