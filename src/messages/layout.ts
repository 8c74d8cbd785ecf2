// The text of the frame around every page.

export const layoutText = {
  loading: "Loading the page",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
};
