// The text of pages for failures: those of the application, and the error page of last resort
// (src/server/http/error-page.ts), whose texts are not escaped.

const home = "Home";

export const notFoundText = {
  title: "Page not found",
  text: "Check the link, or start from the home page.",
  home,
};

export const brokenText = {
  title: "Something went wrong",
  text: "The problem is on our side. Please try again in a moment.",
  again: "Try again",
  home,
};

/** The texts by HTTP status. */
export const statusTexts: Record<number, { title: string; text: string }> = {
  400: { title: "This link isn't valid", text: "Check the link, or start from the home page." },
  403: { title: "You're not allowed to do this", text: "Your account doesn't have permission." },
  404: notFoundText,
  405: { title: "This method isn't allowed", text: "This page accepts other methods." },
  408: { title: "This took too long", text: "The request didn't arrive in time. Please try again." },
  413: { title: "This request is too large", text: "It is larger than this site accepts." },
  429: { title: "Too many attempts", text: "Please wait a few minutes, then try again." },
  500: { title: "Something went wrong", text: "The problem is on our side. Please try again later." },
  503: {
    title: "This isn't available right now",
    text: "The problem is on our side, and it shouldn't last. Please try again in a moment.",
  },
};

export const lastResortText = {
  language: "en",
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
