// The text of the frame around every page.

export const layoutText = {
  skip: "Skip to content",
  navigation: "Main",
  menu: "Menu",
  signIn: "Sign in",
  loading: "Loading the page",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
};
