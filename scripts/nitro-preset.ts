// Refuses a preset of Nitro with which the build succeeds, but the server ends with its first request.

import type { NitroModule } from "nitro/types";

/**
 * The application needs Node for its database, its mail and its log. docs/deploy/serverless.md names the presets that
 * were tried.
 */
export const presetWithNode: NitroModule = {
  name: "preset-with-node",
  setup({ options: { node, preset, static: isStatic } }) {
    if (node && !isStatic) return;
    const why = isStatic ? "has no server" : "has no Node";
    throw new Error(
      `The preset ${preset} ${why}, which the application needs. Build without NITRO_PRESET, or for Node.`,
    );
  },
};
