/** Ends a command with what its user can do. */
export function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
