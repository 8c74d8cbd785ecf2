// An empty module in place of `server-only`, which only the build resolves.
export {};
