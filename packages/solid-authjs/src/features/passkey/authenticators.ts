// The names of passkeys' authenticators, so that users can tell their passkeys apart.

/**
 * Models of authenticators (AAGUIDs) with their makers' names, from
 * https://github.com/passkeydeveloper/passkey-authenticator-aaguids: the most common ones.
 */
const AUTHENTICATORS: Record<string, string> = {
  "08987058-cadc-4b81-b6e1-30de50dcbe96": "Windows Hello",
  "53414d53-554e-4700-0000-000000000000": "Samsung Pass",
  "50726f74-6f6e-5061-7373-50726f746f6e": "Proton Pass",
  "531126d6-e717-415c-9320-3d9aa6981239": "Dashlane",
  "6028b017-b1d4-4c02-b4b3-afcdafc96bb2": "Windows Hello",
  "771b48fd-d3d4-4f74-9232-fc157ab0507a": "Edge on Mac",
  "9ddd1817-af5a-4672-a2b9-3e3dd95000a9": "Windows Hello",
  "adce0002-35bc-c60a-648b-0b25f1f05503": "Chrome on Mac",
  "b5397666-4885-aa6b-cebf-e52262a439a2": "Chromium",
  "bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
  "d3452668-01fd-4c12-926c-83a4204853aa": "Microsoft Password Manager",
  "d548826e-79b4-db40-a3d8-11116f7e8349": "Bitwarden",
  "dd4ec289-e01d-41c9-bb89-70fa845d4bf2": "Apple Passwords",
  "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4": "Google Password Manager",
  "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "Apple Passwords",
  "fdb141b2-5d84-443e-8a35-4698c205a502": "KeePassXC",
};

/**
 * @param aaguid the authenticator's model, as `addPasskey` of the adapter gets it
 * @returns the maker's name of the model; undefined for an unknown model. Clients can claim any model
 */
export function authenticatorName(aaguid: string | undefined): string | undefined {
  return AUTHENTICATORS[aaguid ?? ""];
}
