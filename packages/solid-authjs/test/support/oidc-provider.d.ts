// The package has no types.
declare module "oidc-provider";
declare module "oidc-provider/lib/adapters/memory_adapter.js";
