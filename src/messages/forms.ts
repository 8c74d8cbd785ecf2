// The text of forms on any page.

export const formText = { sending: "Sending…", cancel: "Cancel" };
