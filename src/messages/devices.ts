// The names of devices on the account page and in mails, and the names of new passkeys.

export const deviceText = {
  unknown: "Unknown device",
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  passkey: "Passkey",
  passkeyFrom: (device: string) => `Passkey from ${device}`,
};
