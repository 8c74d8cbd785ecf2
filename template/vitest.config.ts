// Settings for the server tests of the template: the packages, packages/solid-auth/src in depth, and the project's own
// documents.

import { defineConfig } from "vitest/config";
import base from "../vitest.config.ts";

export default defineConfig({
  ...base,
  test: { ...base.test, include: ["template/tests/**/*.test.ts", "packages/*/test/**/*.test.ts"] },
});
