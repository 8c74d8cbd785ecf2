// Stands in for `server-only`, which is the build's to resolve.
export {};
