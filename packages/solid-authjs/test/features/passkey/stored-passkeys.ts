// Passkeys as they were stored with version 9 of @simplewebauthn/server: written by the real handler, on 2026-11-23.
// The second one counts its uses. `handle` is what the authenticator has stored, as text.

export const STORED = [
  {
    key: {
      kty: "EC",
      x: "VeHfV8yVHl_wffgDLUwfcm1UQVLpioJ5WgryjEDhKgc",
      y: "UhNBRO5P9LA8C6dJACAX3vNCyphIjuWeY2L4lt-3VB8",
      crv: "P-256",
      d: "g6_PFHiGs87Fn8GKMVPCU8Yw9jw42On1GgScuzN58Sk",
    },
    handle: "v1.3fee5d660c91d9144d6d891e31202055122c9832838aae3a546202152459",
    user: {
      id: "7163f99d-6974-4dc1-8314-aa2899ce0bb1",
      email: "ada@example.com",
    },
    account: {
      providerAccountId: "gi5rdZOiFtvLzCUC+64oCEz+PsI/MP7tsZIBOF33gG4=",
      provider: "passkey",
      type: "webauthn",
      userId: "7163f99d-6974-4dc1-8314-aa2899ce0bb1",
    },
    authenticator: {
      providerAccountId: "gi5rdZOiFtvLzCUC+64oCEz+PsI/MP7tsZIBOF33gG4=",
      counter: 0,
      credentialID: "gi5rdZOiFtvLzCUC+64oCEz+PsI/MP7tsZIBOF33gG4=",
      credentialPublicKey:
        "pQECAyYgASFYIFXh31fMlR5f8H34Ay1MH3JtVEFS6YqCeVoK8oxA4SoHIlggUhNBRO5P9LA8C6dJACAX3vNCyphIjuWeY2L4lt+3VB8=",
      credentialBackedUp: true,
      credentialDeviceType: "multiDevice",
      transports: "internal,hybrid",
      userId: "7163f99d-6974-4dc1-8314-aa2899ce0bb1",
    },
  },
  {
    key: {
      kty: "EC",
      x: "FZaMHwcVbtTtRcNLqkrrLid1dqO3IkK9hV1NZIlYNSY",
      y: "GgLN0iu6_YniQ750JzI4uTPYBuEXivDuaUWcgfghIKs",
      crv: "P-256",
      d: "I9XI-FvyXAvCaHWzqgHIxrCF4UY9PV7BnUUV0YQoQz4",
    },
    handle: "v1.d7d43fe993451c94b5603f985b4435ef2c4fda40f4d488e6c79c51463994",
    user: {
      id: "60132340-00a4-406d-a226-1b3fbbabf372",
      email: "grace@example.com",
    },
    account: {
      providerAccountId: "zeQpphQ/2mnMOg+J2wBZiIg=",
      provider: "passkey",
      type: "webauthn",
      userId: "60132340-00a4-406d-a226-1b3fbbabf372",
    },
    authenticator: {
      providerAccountId: "zeQpphQ/2mnMOg+J2wBZiIg=",
      counter: 8,
      credentialID: "zeQpphQ/2mnMOg+J2wBZiIg=",
      credentialPublicKey:
        "pQECAyYgASFYIBWWjB8HFW7U7UXDS6pK6y4ndXajtyJCvYVdTWSJWDUmIlggGgLN0iu6/YniQ750JzI4uTPYBuEXivDuaUWcgfghIKs=",
      credentialBackedUp: true,
      credentialDeviceType: "multiDevice",
      transports: "internal,hybrid",
      userId: "60132340-00a4-406d-a226-1b3fbbabf372",
    },
  },
] as const;
