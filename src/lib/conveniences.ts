// What a page uses of the browser for convenience, and does without. Storage is null in some embedded browsers, throws
// where cookies are blocked, and can be full: then nothing is kept, and nothing fails.

/** @returns undefined for what is not kept */
export function recall(key: string): string | undefined {
  return inStorage((storage) => storage.getItem(key)) ?? undefined;
}

export function keep(key: string, value: string): void {
  inStorage((storage) => storage.setItem(key, value));
}

export function forget(key: string): void {
  inStorage((storage) => storage.removeItem(key));
}

export function forgetAll(): void {
  inStorage((storage) => storage.clear());
}

const inStorage = <T>(use: (storage: Storage) => T) => attempt(() => use(sessionStorage));

/** @returns whether a media query matches; false where the browser cannot say */
export function matchesMedia(query: string): boolean {
  return attempt(() => matchMedia(query).matches) ?? false;
}

/** @returns undefined if the browser lacks something, or refuses it */
export function attempt<T>(convenience: () => T): T | undefined {
  try {
    return convenience();
  } catch {
    return undefined;
  }
}
