// bindAuth: the server's functions, bound to one configuration.

import { describe, expect, it } from "vitest";
import { bindAuth } from "../../src";
import { useApplication } from "../support/application";

const app = useApplication();

describe("bindAuth", () => {
  it("signs in through its handlers, reads that session, and ends it", async () => {
    const auth = bindAuth(app.config);
    const visitor = await app.signedIn("ada@example.com");
    const request = () => visitor.request();
    expect((await auth.getSession(request()))?.user?.email).toBe("ada@example.com");
    expect((await auth.getSessionDetails(request()))?.token).toMatch(/^[0-9a-f]{64}$/);
    const { GET } = auth.handlers;
    const shown = await GET({ request: visitor.request("/api/auth/session") });
    expect((await shown.json()).user.email).toBe("ada@example.com");
    expect(await auth.signOut(request(), { callbackUrl: "/bye" })).toBe("https://app.example.com/bye");
    expect(await auth.getSession(request())).toBeNull();
  });

  it("passes the other arguments on", async () => {
    const auth = bindAuth(app.config);
    const request = new Request("https://app.example.com/api/auth/signin/email", { method: "POST" });
    expect(await auth.signIn(request, "email", { email: "ada@example.com" })).toContain("verify-request");
    expect(app.sent).toHaveLength(1);
    expect(auth.matchAuthRoute(request)?.provider?.id).toBe("email");
    expect(auth.rememberCallbackUrl(request, "/account")).toContain("https://app.example.com/account;");
    expect(auth.getOrigin(request)).toBe("https://app.example.com");
  });

  it("throws for an invalid configuration when the handlers are read", () => {
    const auth = bindAuth({ providers: [], secret: [] });
    expect(() => auth.handlers).toThrow("AUTH_SECRET");
  });
});
