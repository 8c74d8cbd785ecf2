import type { createMiddleware } from "@solidjs/start/middleware";

export type Middleware = ReturnType<typeof createMiddleware>[number];
