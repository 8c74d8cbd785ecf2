import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  resolve: { alias: { "~": path("src"), "server-only": path("tests/support/empty.ts") } },
  test: { include: ["tests/{unit,server}/**/*.test.ts"] },
});
