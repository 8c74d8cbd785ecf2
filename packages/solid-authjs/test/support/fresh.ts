// Before each test file. The files of a worker share its process; none sees a module or a replaced value of another.

import { vi } from "vitest";

vi.resetModules();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.restoreAllMocks();
vi.useRealTimers();
