// The paths that need a session: `protectedPaths` of app.config.ts, in every spelling.

import "server-only";
import appConfig from "../../../app.config";
import { isAtOrBelow } from "./path-spellings";

export const isProtected = (pathname: string) => isAtOrBelow(appConfig.protectedPaths, pathname);
