// The texts of forms on any page.

/** The text after a press whose answer takes long. */
export const unansweredText = {
  title: "No answer yet",
  text: "It may still come. If it doesn't, load this page again, and see what was saved.",
};

export const formText = {
  sending: "Sending…",
  cancel: "Cancel",
};

/** The text for a press on a page of another user than the signed-in one. */
export const otherUserText = (email: string) =>
  `You're signed in as ${email} now, so nothing was changed. Check the page, then press again.`;
