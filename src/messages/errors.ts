// The texts that visitors read about failures: on pages, in forms and notices, and on the error page of last resort
// (src/server/http/error-page.ts), which does not escape them.

export interface FailureText {
  title: string;
  text: string;
}

const home = "Home";

export const notFoundText = {
  title: "Page not found",
  text: "Check the link, or start from the home page.",
  home,
};

export const unreachableText: FailureText = {
  title: "We couldn't reach the server",
  text: "Check your connection, then try again.",
};

export const brokenText = {
  title: "Something went wrong",
  text: "The problem is on our side. Please try again in a moment.",
  again: "Try again",
  home,
};

export const forbiddenText: FailureText = {
  title: "You're not allowed to do this",
  text: "Your account doesn't have permission. If you think it should, ask the people who run this site.",
};

/** The texts by HTTP status, for requests that were certainly not carried out; 0 if no answer came. */
export const statusTexts: Record<number, FailureText> = {
  0: unreachableText,
  400: { title: "This link isn't valid", text: "Check the link, or start from the home page." },
  403: forbiddenText,
  404: notFoundText,
  405: { title: "This method isn't allowed", text: "This page accepts other methods." },
  408: { title: "This took too long", text: "Nothing was saved: it didn't arrive in time. Please try again." },
  413: { title: "This is too large", text: "Nothing was saved: it's larger than this site accepts." },
  429: { title: "Too many attempts", text: "Please wait a few minutes, then try again." },
  500: brokenText,
  503: {
    title: "This isn't available right now",
    text: "The problem is on our side, and it shouldn't last. Please try again in a moment.",
  },
};

/** The facts about a failure: its status, and a refusal's own text (src/lib/failures.ts). */
interface Told {
  status: number;
  isVisitors: boolean;
  message: string;
}

/** @returns the text of a page that could not be read or rendered */
export function pageText({ status, isVisitors, message }: Told): FailureText {
  return isVisitors && status !== 403 ? { title: message, text: "" } : (statusTexts[status] ?? brokenText);
}

/**
 * @returns a form's message if the answer to its press did not come from its action. It says "Try again" only if the
 *   action was certainly not carried out
 */
export function pressText(failure: Told): FailureText {
  const { status, isVisitors } = failure;
  const isOffline = status === 0 && !navigator.onLine;
  if (isVisitors || isOffline || [408, 413, 429].includes(status)) return pageText(failure);
  return status >= 400 && status < 500 ? refusedPressText : unknownPressText(status !== 0);
}

/** The text for a press that a firewall or another machine on the way has refused. */
export const refusedPressText: FailureText = {
  title: "This was refused on the way",
  text: "Nothing was changed. Load this page again, then try again. If that doesn't help, tell the people who run this site.",
};

/** The text for a press that may or may not have been carried out. */
export const unknownPressText = (isAnswered: boolean): FailureText => ({
  title: isAnswered ? brokenText.title : unreachableText.title,
  text: `${isAnswered ? "" : "Check your connection. "}What you pressed may have been carried out. Load this page again, and look before you press again.`,
});

/** The notice after a press on a page from before a deployment. */
export const updatedNotice: { tone: "bad"; text: string } = {
  tone: "bad",
  text: "This page was updated while it was open. Please check it, then try again.",
};

/** The text after a new sign-in that a press required. */
export const pressAgainText = { isNote: true, text: "If you were asked to sign in for it, press the button again." };

export const newerBuildText: FailureText = {
  title: "This page was updated",
  text: "Load it again, then try again.",
};

export const lastResortText = {
  crossSite: {
    title: "This request comes from another site",
    text: "To protect your account, it was not carried out.",
  },
  otherName: (host: string) => ({
    title: "This site has another address",
    text: `Open ${host} and try again there. Nothing was changed.`,
  }),
  wait: (minutes: number) => `Please wait ${duration(minutes)}, then try again.`,
  tooManyLinks: (minutes: number) =>
    `Too many links were sent to this address. Use the newest one in the inbox, or try again in ${duration(minutes)}.`,
  toSignIn: "Back to sign-in",
  home,
};

function duration(minutes: number): string {
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`;
  return `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}
