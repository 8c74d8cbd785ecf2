import "server-only";
import css from "../../app.css?raw";
import { readLook } from "../../lib/look";

/** The tokens of src/app.css. */
export const look = readLook(css);
