// The application with one more provider, which vouches for addresses, in front of a database of each test's own.

import type { OAuth2Config } from "@auth/core/providers";
import Credentials from "@auth/core/providers/credentials";
import type { SolidAuthConfig } from "solid-authjs";
import type { RequestEvent } from "solid-js/web";
import { provideRequestEvent } from "solid-js/web/storage";
import { afterEach, beforeEach, vi } from "vitest";
import type { PrismaClient } from "~/server/database/generated/client";
import { QUIET, SECRET } from "../../../packages/solid-authjs/test/support/application";
import { Visitor } from "../../../packages/solid-authjs/test/support/visitor";
import { openDatabase } from "../../../tests/support/adapter";

/** A provider of Auth.js, with the id "custom". */
type Provider = SolidAuthConfig["providers"][number] | OAuth2Config<object>;

/** Call it where `beforeEach` may be called. */
export function useProviderApplication() {
  const application = {
    prisma: {} as PrismaClient,
    /** Makes browsers of the application. */
    async open(
      provider: Provider,
      strategy: "database" | "jwt" = "database",
      logger: SolidAuthConfig["logger"] = QUIET,
    ): Promise<() => Visitor> {
      const { authConfig } = await import("~/server/auth/config");
      const { signInMethods } = await import("~/server/auth/sign-in-methods");
      const { computeContext } = await import("~/server/middleware/compute-context");
      const { SolidAuth } = await import("solid-authjs");
      const method = { id: "custom", name: "Custom", variables: [], provider: Credentials({}) };
      signInMethods.push({ ...method, verifiesEmail: true });

      /** The callbacks read the request context, which the application's middleware creates. */
      class ApplicationVisitor extends Visitor {
        protected override handle(request: Request): Promise<Response> {
          const event = { request, response: { headers: new Headers() }, locals: {} } as RequestEvent;
          const next = () => (request.method === "POST" ? handlers.POST : handlers.GET)({ request });
          return provideRequestEvent(
            event,
            async () => computeContext({ req: request } as never, next) as Promise<Response>,
          );
        }
      }
      const providers = [provider] as SolidAuthConfig["providers"];
      const session = { ...authConfig.session, strategy };
      const config: SolidAuthConfig = { ...authConfig, providers, session, logger };
      const handlers = SolidAuth(config);
      return () => new ApplicationVisitor(config);
    },
  };
  beforeEach(async () => {
    const database = await openDatabase();
    application.prisma = database.prisma;
    vi.resetModules();
    Reflect.deleteProperty(globalThis, "solidAuthDatabases");
    vi.stubEnv("DATABASE_URL", database.url);
    vi.stubEnv("AUTH_SECRET", SECRET);
  });
  afterEach(() => void vi.unstubAllEnvs());
  return application;
}
