// The browser that people have. The tests of each commit run in one without windows, which takes a fifth of the
// processor time for a new context; the nightly run has this one.

import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const PLACES = [chromium.executablePath(), "/usr/bin/chromium", "/usr/bin/google-chrome"];

/** @returns its path; undefined if there is none */
export const browserWithWindows = (): string | undefined => PLACES.find(existsSync);
