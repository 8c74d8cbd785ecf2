// Your links in the header, in their order. On phones one button opens them.

export interface NavigationLink {
  /** A path of this site. */
  href: string;
  label: string;
  /** Whether only signed-in users see the link. The page itself is guarded by its path (app.config.ts). */
  needsUser?: boolean;
}

/**
 * ```ts
 * export const navigation: NavigationLink[] = [{ href: "/protected/notes", label: "Notes", needsUser: true }];
 * ```
 */
export const navigation: NavigationLink[] = [];
