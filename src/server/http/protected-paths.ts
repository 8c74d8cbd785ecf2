// The paths that need a session: `protectedPaths` of app.config.ts, in every spelling.

import "server-only";
import { isAtOrBelow } from "start-kit/path-spellings";
import appConfig from "../../../app.config";

export const isProtected = (pathname: string) => isAtOrBelow(appConfig.protectedPaths, pathname);
