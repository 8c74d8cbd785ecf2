import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "@playwright/test";

/** Waits until a server on this machine, which has just been started, takes connections. */
export async function untilListening(port: number): Promise<void> {
  const isListening = async () => {
    const socket = connect(port, "127.0.0.1");
    return once(socket, "connect")
      .then(
        () => true,
        () => false,
      )
      .finally(() => socket.destroy());
  };
  await expect.poll(isListening).toBe(true);
}
