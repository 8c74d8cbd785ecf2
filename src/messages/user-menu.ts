export const menuText = {
  account: "Your account",
  signOut: "Sign out",
};
