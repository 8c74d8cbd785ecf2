// Events that core does not emit itself, in core's way: a failure is logged and has no other effect.

import { EventError } from "@auth/core/errors";
import type { FlowContext } from "../context.ts";
import { coreLogger } from "./logger.ts";

export async function emitEvent(context: Pick<FlowContext, "config" | "outcome">, emit: () => unknown): Promise<void> {
  try {
    await emit();
  } catch (err) {
    coreLogger(context).error?.(new EventError("An event of the application failed", { cause: { err } }));
  }
}
