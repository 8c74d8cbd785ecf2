// Browser features that a page uses for convenience, and can do without. Storage is null in some embedded browsers,
// throws where cookies are blocked, and can be full. Then the page keeps nothing, and still works.

/** @returns undefined for a value that is not stored */
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

/** @returns whether a media query matches; false if the browser cannot say */
export function matchesMedia(query: string): boolean {
  return attempt(() => matchMedia(query).matches) ?? false;
}

/** @returns undefined if the browser lacks a feature, or refuses it */
export function attempt<T>(convenience: () => T): T | undefined {
  try {
    return convenience();
  } catch {
    return undefined;
  }
}
