// The server tests' settings for what keeps the template itself honest: the depth of src/solid-auth, and the project's own documents.

import { defineConfig } from "vitest/config";
import base from "../../vitest.config.ts";

export default defineConfig({ ...base, test: { ...base.test, include: ["tests/template/**/*.test.ts"] } });
