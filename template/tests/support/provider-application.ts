// The application with other providers, in front of a database of each test's own. "custom" vouches for addresses.

import type { OAuth2Config } from "@auth/core/providers";
import Credentials from "@auth/core/providers/credentials";
import type { SolidAuthConfig } from "solid-authjs";
import type { RequestEvent } from "solid-js/web";
import { provideRequestEvent } from "solid-js/web/storage";
import { afterEach, beforeEach, vi } from "vitest";
import { QUIET, SECRET } from "../../../packages/solid-authjs/test/support/application";
import { Visitor } from "../../../packages/solid-authjs/test/support/visitor";
import { type Database, openDatabase } from "../../../tests/support/adapter";

interface Settings {
  strategy?: "database" | "jwt";
  logger?: SolidAuthConfig["logger"];
  /** Undefined: the setting of app.config.ts. */
  storeProviderTokens?: boolean;
}

/** Call it where `beforeEach` may be called. */
export function useProviderApplication() {
  const application = {
    database: {} as Database,
    prisma: {} as Database["prisma"],
    /** Starts the application, as after a restart: its modules are loaded again. @returns what makes browsers of it */
    async open(
      providers: (SolidAuthConfig["providers"][number] | OAuth2Config<object>)[],
      { strategy = "database", logger = QUIET, storeProviderTokens }: Settings = {},
    ): Promise<(options?: ConstructorParameters<typeof Visitor>[1]) => Visitor> {
      vi.resetModules();
      Reflect.deleteProperty(globalThis, "solidAuthDatabases");
      vi.stubEnv("AUTH_SECRET", SECRET);
      const { default: appConfig } = await import("../../../app.config");
      if (storeProviderTokens !== undefined) Object.assign(appConfig, { storeProviderTokens });
      const { authConfig } = await import("~/server/auth/config");
      const { signInMethods } = await import("~/server/auth/sign-in-methods");
      const { computeContext } = await import("~/server/middleware/compute-context");
      const { SolidAuth } = await import("solid-authjs");
      const method = { id: "custom", name: "Custom", variables: [], provider: Credentials({}) };
      signInMethods.push({ ...method, verifiesEmail: true });
      const config = { ...authConfig, providers, session: { ...authConfig.session, strategy }, logger };
      const handlers = SolidAuth(config as SolidAuthConfig);

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
      return (options) => new ApplicationVisitor(config as SolidAuthConfig, options);
    },
  };
  beforeEach(async () => {
    application.database = await openDatabase();
    application.prisma = application.database.prisma;
    vi.stubEnv("DATABASE_URL", application.database.url);
  });
  afterEach(() => void vi.unstubAllEnvs());
  return application;
}
