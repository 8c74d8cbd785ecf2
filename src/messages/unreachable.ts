// The texts for a server that does not answer, and for one that has a newer build than the page. They are a file of
// their own because every page can show them (src/components/ErrorPage.tsx).

export const unreachableText = {
  title: "We couldn't reach the server",
  text: "Check your connection, then try again.",
};

/** The notice after a press on a page from before a deployment. */
export const updatedNotice: { tone: "bad"; text: string } = {
  tone: "bad",
  text: "This page was updated while it was open. Please check it, then try again.",
};

export const newerBuildText = {
  title: "This page was updated",
  text: "Load it again, then try again.",
};
