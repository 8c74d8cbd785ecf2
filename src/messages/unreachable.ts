// The text for a server that does not answer. It is a file of its own because every page can show it
// (src/components/Broken.tsx).

export const unreachableText = {
  title: "We couldn't reach the server",
  text: "Check your connection, then try again.",
};
