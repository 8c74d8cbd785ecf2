// Changes to a copy of the project.

import type { Variant } from "../../../tests/support/copies.ts";

export type Changes = NonNullable<Variant["also"]>;

/** @param file its path below src */
export const newFile = (file: string, to: string) => ({ file: `src/${file}`, from: "", to });
