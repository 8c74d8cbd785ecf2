// Before each test file. The files of a worker share its thread; none sees a module of the layer or a replaced
// value of another.

import { vi } from "vitest";

vi.resetModules();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.restoreAllMocks();
vi.useRealTimers();
