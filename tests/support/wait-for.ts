const WAIT_TIMEOUT_MS = 30_000;

/** @returns the result of a look-up as soon as there is one */
export async function waitFor<T>(what: string, find: () => T | undefined): Promise<T> {
  const deadline = Date.now() + WAIT_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const found = find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`There is no ${what}.`);
}
