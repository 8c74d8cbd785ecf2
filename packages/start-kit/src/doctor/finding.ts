// What the doctor finds out, a line each.

export interface Finding {
  level: "ok" | "warn" | "fail";
  /** What was looked at. */
  about: string;
  text: string;
  /** What to do, if it is not well. */
  cure?: string;
}

export const ok = (about: string, text: string): Finding => ({ level: "ok", about, text });
export const warn = (about: string, text: string, cure: string): Finding => ({ level: "warn", about, text, cure });
export const fail = (about: string, text: string, cure: string): Finding => ({ level: "fail", about, text, cure });
