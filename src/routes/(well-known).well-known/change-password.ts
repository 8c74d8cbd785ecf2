// If a user wants to change a password, password managers open this address (W3C, "A Well-Known URL for Changing
// Passwords"). The address leads to the list of sign-in methods.

export function GET(): Response {
  return new Response(null, { status: 302, headers: { location: "/account#sign-in-methods" } });
}
