// The parts that an application's pages use in the browser.

export { hasFailedPress, isOfNewerBuild, loadNewerBuild } from "./build.ts";
export { isRenderedAnew, startPage } from "./hydration-fallback.ts";
export { rememberPlace } from "./restore-focus.ts";
