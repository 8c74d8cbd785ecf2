import "server-only";
import css from "../../app.css?raw";
import { readLook } from "../../lib/look";

/** The tokens of src/app.css. A build replaces this file by its result (`computedModules`). */
export const look = readLook(css);
