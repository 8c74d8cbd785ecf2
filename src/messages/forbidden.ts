// The text for a user without permission. It is a file of its own because every page can show it
// (src/components/ErrorPage.tsx).

export const forbiddenText = {
  title: "You're not allowed to do this",
  text: "Your account doesn't have permission. If you think it should, ask the people who run this site.",
  status: 403 as const,
  next: { href: "/", label: "Home" },
};
