// The doctor's findings, one line each.

export interface Finding {
  level: "ok" | "warn" | "fail";
  /** The examined part. */
  about: string;
  text: string;
  /** The advice, if the part has a fault. */
  cure?: string;
}

const MAX_LENGTH = 500;

/**
 * Threat: the doctor prints a host's answer, and control characters in it could control the owner's terminal.
 */
function plain(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, "?").slice(0, MAX_LENGTH);
}

const finding = (level: Finding["level"]) => (about: string, text: string, cure?: string) => ({
  level,
  about: plain(about),
  text: plain(text),
  ...(cure && { cure: plain(cure) }),
});

export const ok = (about: string, text: string): Finding => finding("ok")(about, text);
export const warn = (about: string, text: string, cure: string): Finding => finding("warn")(about, text, cure);
export const fail = (about: string, text: string, cure: string): Finding => finding("fail")(about, text, cure);
