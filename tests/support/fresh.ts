// Before each file of the server tests. The files of a worker share its process, which saves the start of forty others;
// a file sees no module, no variable and no replaced function of the one before it.

import { vi } from "vitest";

vi.resetModules();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.useRealTimers();
Reflect.deleteProperty(globalThis, "solidAuthDatabases");
