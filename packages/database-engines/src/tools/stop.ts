/** Ends a command, and tells its user what to do. */
export function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
