// The parts that an application's pages use in the browser.

export { hasFailedPress, isOfNewerBuild, loadNewerBuild } from "./build.ts";
export { rememberPlace } from "./kept-place.ts";
export { isRenderedAnew, startPage } from "./whole-page.ts";
